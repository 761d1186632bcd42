/// Every question that a command asks, as the terminal shows it; `{}` is a placeholder for a value.
///
/// A console asks nothing else, and a test looks for each question in the dialogues of `Tests/Golden`.
package enum Question: String, CaseIterable, Sendable {
  // Passphrases and passwords.
  case passphrase = "Passphrase for {} (not shown): "
  case newPassphrase = "New {} for {} (not shown): "
  case again = "Again: "
  case randomWords = "Use six random words instead? [y/N] "
  case shownWords = "Type it (not shown): "
  case archivePassword = "Password for {} (not shown): "
  case archivePasswordAgain = "That is not the password. Password for {} (not shown): "

  // The vault and its key.
  case newVault = "There is no vault yet. Create one? [Y/n] "
  case secondVault =
    "This device has a vault's key: cardvault sync TARGET brings that vault. Make another? [y/N] "
  case keyLine = "Line {}: "
  case newKey = "Change the key now? [y/N] "
  case sheetGroup = "Group {} on the sheet > "
  case retiredSaves = "Take in what is listed? [y/N] "
  case rivalKey = "Keep {}? [Y/n] "
  case goneForGood = "Accept that the missing files are gone for good? [y/N] "

  // Cards.
  case card = "Which card? "
  case removal = "Remove {}? [y/N] "
  case undo = "Undo this for {} cards? [y/N] "
  case redo = "Redo this for {} cards? [y/N] "
  case printedCode = "Code, as printed on the card (Enter for none): "
  case code = "Code (not shown): "
  case pin = "PIN (not shown): "
  case date = "Which day is “{}”? {}  [Enter] none > "
  case kindOfNumber = "{}  [Enter] none of these > "

  // Other wallets' files.
  case importing = "{}. Import? [Y/n] (c to choose) "
  case newNames = "{} in the file. Take the new names? [y/N] "
  case columns =
    "Press Enter if right, a column's number to change it, or q to skip the file > "
  case rows = "Which of them? Such as 1,3-5, or all; Enter for none > "
  case field = "Field for “{}” (Enter for none) > "

  // The review, line by line.
  case name = "Name [{}] > "
  case whichCode = "Which code, 1 to {}? "
  case number = "Number, as printed on the card [{}]: "
  case kind = "Kind of barcode [{}]: "
  case lastDiscard = "That was the last draft. /undo brings it back, [Enter] ends > "

  // Conflicts and duplicates.
  case keptValue = "Which one stays? 1 to {}, [Enter] later > "
  case keptCard = "Which one stays? 1 to {}, [Enter] keep both > "
  case rightBalance = "Which one is right? 1 to {}, [Enter] keep both cards > "
}
