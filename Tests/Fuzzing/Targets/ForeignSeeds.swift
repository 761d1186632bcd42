/// The first inputs of the targets for other wallets' files: whole ones with a little of everything.
enum ForeignSeeds {
  /// The inputs by target.
  static let all: [FuzzTarget: [[UInt8]]] = [
    .archive: [archive], .cardabase: [bytes(cardabase), bytes(cardabaseLines)],
    .catima: [bytes(catima), bytes(firstCatima)], .catimaLink: [bytes(catimaLink)],
    .fidMe: [bytes(fidMe)], .file: [bytes(odd), zip, wideTable], .json: [bytes(json)],
    .ownList: [bytes(ownList)], .ownTable: [bytes(ownTable)],
    .pass: [bytes(pass)], .passStrings: [bytes(passStrings)],
    .table: [bytes(table), latinTable], .voucherVault: [bytes(voucherVault)],
  ]

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let catima = """
    2

    _id
    Food

    _id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,barcodeencoding,headercolor,starstatus,lastused,archive
    1,Gym,"a ""b""
    c",1577880000000,1798718400,12.5,EUR,A-7,é,QR_CODE,UTF-8,-65536,1,1700000000,1
    2,Baker,,,,0,,400638133393,,EAN_13,,,,,

    cardId,groupId
    1,Food
    """

  private static let firstCatima = """
    _id,store,note,cardid,barcodetype,headercolor,starstatus
    1,Shop,,A1A,CODABAR,-1,1,
    """

  private static let catimaLink =
    "https://catima.app/share#store%3DA%2Bb%26note%3D%26cardid%3D12345%26barcodetype%3DCODE_39"

  private static let fidMe = """
    Retailer;Program;Added At;Reference;Firstname;Lastname
    Shop;Club;2020-01-01;123;Ann;Lee
    "Shop";Club;;124;;
    """

  private static let voucherVault = #"""
    [{"uuid":"u","description":"Cinema","code":"é","codeType":"AZTEC","expires":"2026-05-01T00:00:00.000",
    "balanceMilliunits":12500,"color":"RED","notes":"\u00e9"},{"uuid":"v","description":"T","code":"1","codeType":"TEXT","balance":3.5}]
    """#

  private static let cardabase = #"""
    [{"id":"c1","barcode":{"data":"4006381333931","type":"CodeEAN13"},"name":"Market","color":"#FF9E1020",
    "tags":["food"],"notes":"n","points":120}]
    """#

  private static let cardabaseLines = """
    {cardName: Gym, cardId: A12, redValue: 1, greenValue: 2, blueValue: 3, cardType: CardType.code39, hasPassword: falseuniqueId: 7}
    [Bread, rolls, 96385074, 1, 2, 3, CardType.ean8, false]
    """

  private static let ownList = #"""
    [{"id":"00112233445566778899aabbccddeeff","name":"Gym","symbologies":["QR Code"],"codes":[{"symbology":"QR Code",
    "text":"é","bytes":"c3a9","eci":26,"errorCorrection":"M","gs1":true}],"state":"archived","balance":{"amount":12.5,
    "currency":"EUR"},"colour":"#010203","kind":"gift","expires":"2026-12-31","tags":["a"],"hasPIN":true}]
    """#

  private static let ownTable = #"""
    name,id,symbology,code,bytes,addOn,number,tags,balance,currency,expires,favourite
    Gym,00112233445566778899aabbccddeeff,QR Code,é,c3a9,,'-7,"a,""b, c""",12.5,EUR,2026-12-31,yes
    Baker,,EAN-13,4006381333931,,12,,,,,,
    """#

  private static let pass = #"""
    {"formatVersion":1,"passTypeIdentifier":"pass.example","serialNumber":"S1","organizationName":"org","voided":"true",
    "expirationDate":"2026-12-31T23:59-01:00","backgroundColor":"rgb(1, 2, 3)","barcodes":[{"format":"PKBarcodeFormatQR",
    "message":"é","altText":"7","messageEncoding":"iso-8859-1"},],"storeCard":{"primaryFields":[{"key":"balance",
    "value":21.75,"currencyCode":"USD"}],"backFields":[{"label":"l","attributedValue":"<a href='x'>y</a>"}]},}
    """#

  private static let passStrings =
    #"/* "c" */ "org" = "Kaffee\n\"haus\""; // "d"\#n"more" = "Mehr";"#

  private static let json = #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00",true,null,],"b":,"c":{"d":[]}}"#

  private static let table = """
    sep=;
    Name;Code;Type;Valid until;Balance;Colour;Tags;PIN
    "A;B";4006381333931;EAN-13;31.12.2026;1.234,50 €;#010203;a,b;1
    C;A-7;;5/6/27;300 points;red;;
    """

  /// In Windows-1252, with tabs.
  private static let latinTable: [UInt8] =
    bytes("Gesch") + [0xE4] + bytes("ft\tNummer\r\nCaf") + [0xE9] + bytes("\t12 34\r\n")

  /// With column names that only a person can explain.
  private static let odd = "sep=;\nWo;Womit\nBäcker;4006381333931\nTurnhalle;\"A-7\"\n"

  /// In UTF-16.
  private static let wideTable: [UInt8] =
    [0xFF, 0xFE]
    + "Name\tCode\nŻabka\t7\n".utf16.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }

  /// The header of a file, its name, and the record that ends an archive (APPNOTE.TXT, 4.3.7 and 4.3.16).
  private static let zip: [UInt8] =
    [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [10, 0, 0, 0] + bytes("catima.csv")
    + [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 40, 0, 0, 0, 0, 0]

  /// Two files, a second one with the same name, and a link.
  private static let archive: [UInt8] =
    message(1, 0) + member(0, "catima.csv", bytes(firstCatima)) + member(0, "a", [1])
    + member(0, "a", [2]) + member(2, "link", []) + message(5, 0)

  private static func member(_ state: UInt8, _ name: String, _ content: [UInt8]) -> [UInt8] {
    message(2, UInt8(name.utf8.count), Array(name.utf8))
      + message(3, UInt8(content.count), content) + message(4, state)
  }

  private static func message(_ kind: UInt8, _ number: UInt8, _ body: [UInt8] = []) -> [UInt8] {
    [kind, number, 0, 0, 0] + body
  }
}
