internal import Cards

/// A possible meaning of a column; its raw value is the name for people and scripts.
package enum TableField: String, CaseIterable, Encodable, Sendable, Hashable {
  case name, code, symbology, number, holder, pin, web, note, tags
  case validFrom = "valid-from"
  case expires, balance, currency, colour, kind, favourite, archived

  /// Names that mean a code only if no column has a clearer one.
  private static let lastCodeNames: [String] = [
    "card", "karte", "carte", "tarjeta", "carta", "kaart", "cartao", "karta", "id",
  ]
  private static let codeNames: [String] = [
    "barcode", "bar code", "barcode value", "barcode content", "barcode data", "barcode number",
    "barcodeid", "input id", "redeem code",
    "code", "card code", "cardcode", "qr code", "qrcode", "strichcode", "code barres", "codebarres",
    "codeabarres",
    "code a barres", "codigo de barras", "codice a barre", "streepjescode", "kod kreskowy",
    "kod", "codigo", "codice", "ean",
  ]

  /// Folded column names with this meaning in English, German, French, Spanish, Italian, Dutch, Portuguese and Polish, the
  /// clearest first.
  var names: [String] {
    switch self {
    case .name:
      [
        "card name", "cardname", "name", "store", "store name", "storename", "shop", "shop name",
        "merchant", "retailer", "company", "brand", "title", "card", "kartenname", "geschaft",
        "laden", "handler", "firma", "bezeichnung", "karte", "nom de la carte", "nom", "magasin",
        "enseigne", "carte", "nombre", "tienda", "comercio", "tarjeta", "nome", "negozio",
        "esercente", "carta", "naam", "winkel", "kaart", "loja", "cartao", "nazwa", "sklep",
        "karta", "label", "program name", "programname", "merchant name", "issuer name", "provider",
        "issuer", "description",
      ]
    case .code:
      Self.codeNames + TableField.number.names + Self.lastCodeNames
    case .symbology:
      [
        "symbology", "barcode type", "barcodetype", "barcode format", "barcodeformat",
        "code type", "codetype", "type of barcode", "id type", "idtype", "format", "symbologie",
        "barcodetyp", "codetyp", "strichcodetyp", "type de code", "type de code barres",
        "tipo de codigo", "tipo codice", "simbologia", "codetype", "typ kodu", "card type", "type",
        "typ", "tipo", "soort", "art", "kind",
      ]
    case .number:
      [
        "card number", "cardnumber", "card no", "card id", "cardid", "number", "no",
        "member number",
        "membership number", "member id", "customer number", "customer no", "loyalty number",
        "account number", "account id", "reference", "kartennummer", "kartennr", "kundennummer",
        "kundennr",
        "mitgliedsnummer", "nummer", "nr", "numero de carte", "numero de la carte", "numero carte",
        "numero client", "numero", "numero de tarjeta", "numero de cliente", "numero carta",
        "numero tessera", "kaartnummer", "klantnummer", "numero do cartao", "numer karty", "numer",
      ]
    case .holder:
      [
        "holder", "cardholder", "card holder", "owner", "member", "member name", "full name",
        "account name",
        "inhaber", "karteninhaber", "titulaire", "titular", "titolare", "intestatario", "houder",
        "kaarthouder", "posiadacz", "wlasciciel",
      ]
    case .pin:
      [
        "pin", "pin code", "pincode", "security code", "geheimzahl", "code pin", "codigo pin",
        "codice pin", "kod pin",
      ]
    case .web:
      [
        "web", "url", "website", "web site", "web address", "link", "webseite", "webadresse",
        "site web", "site", "sitio web", "sito", "sito web", "strona",
      ]
    case .note:
      [
        "note", "notes", "comment", "comments", "remark", "remarks", "memo", "notiz", "notizen",
        "bemerkung", "bemerkungen", "kommentar", "remarque", "remarques", "commentaire", "nota",
        "notas", "comentario", "comentarios", "observaciones", "commento", "opmerking",
        "opmerkingen", "observacoes", "uwagi", "notatka", "description", "beschreibung",
      ]
    case .tags:
      [
        "tags", "tag", "labels", "group", "groups", "group name", "category", "categories",
        "folder", "kategorie",
        "kategorien", "gruppe", "gruppen", "schlagworter", "categorie", "categories", "groupe",
        "groupes", "etiquettes", "categoria", "categorias", "etiquetas", "grupo", "gruppo",
        "etichette", "groep", "groepen", "kategoria", "grupa",
      ]
    case .validFrom:
      [
        "valid from", "validfrom", "start date", "start", "issued", "gultig ab", "gultig von",
        "valable des", "valable du", "valido desde", "valido dal", "geldig vanaf", "wazne od",
      ]
    case .expires:
      [
        "expires", "expiry", "expiry date", "expiration", "expiration date", "expires on",
        "valid until", "until", "valid to", "validto", "valid till", "valid thru", "end date",
        "gultig bis", "bis",
        "ablaufdatum", "ablauf", "date dexpiration", "expire le", "expiration le",
        "valable jusquau",
        "fecha de caducidad", "caducidad", "vencimiento", "scadenza", "data di scadenza",
        "vervaldatum", "geldig tot", "validade", "data de validade", "wazne do", "data waznosci",
        "valido hasta", "hasta", "valido fino al", "valido ate",
      ]
    case .balance:
      [
        "balance", "amount", "credit", "points", "loyalty points balance int",
        "loyalty points balance string", "guthaben", "saldo", "betrag", "punkte", "solde",
        "montant", "puntos", "punti", "tegoed", "punten", "pontos", "kwota", "punkty", "money",
        "geld", "restguthaben", "argent", "dinero", "soldi", "dinheiro",
      ]
    case .currency:
      [
        "currency", "balance type", "balancetype", "unit", "wahrung", "devise", "moneda", "valuta",
        "moeda", "waluta",
      ]
    case .colour:
      [
        "colour", "color", "header color", "headercolor", "background color", "rgb", "farbe",
        "couleur", "colore", "kleur", "cor", "kolor",
      ]
    case .kind: ["kind", "card kind", "card type", "type", "art", "kartentyp", "typ", "tipo"]
    case .favourite:
      [
        "favourite", "favorite", "star", "starred", "starstatus", "favorit", "favori", "favorito",
        "preferito", "favoriet", "ulubione",
      ]
    case .archived:
      ["archived", "archive", "archiviert", "archivee", "archivado", "archiviato", "gearchiveerd"]
    }
  }

  /// Whether a folded name of a column is that of a code or number, and not only of an id.
  static func isCode(_ name: String) -> Bool {
    codeNames.contains(name) || TableField.number.names.contains(name)
  }

  /// Whether several columns may have this meaning, one of them under this name: a number or an id is a code only if no
  /// column has a clearer name.
  func isShared(under name: String) -> Bool {
    self == .name || self == .number || self == .code && Self.codeNames.contains(name)
  }

  /// Whether a column's values may have this meaning, since a name such as “type” is not enough.
  func fits(_ values: [String]) -> Bool {
    switch self {
    case .symbology: values.contains { Symbology(name: $0) != nil }
    case .kind: values.contains { CardKind(name: $0) != nil }
    default: true
    }
  }
}
