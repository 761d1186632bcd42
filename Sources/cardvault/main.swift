print("cardvault")
