internal import Cards

/// The columns of a table that contain passwords, PINs or logins, judging by their names or values.
///
/// The names also serve for the fields of passes.
package struct SecretColumns: Sendable, Hashable {
  /// The columns, from 0, with such a name; their values are never shown.
  package let named: Set<Int>
  /// The columns, from 0, with a value that looks like a secret.
  package let filled: Set<Int>
  /// Whether the table looks like a password manager's export: it has passwords, and also logins, one-time codes or web
  /// addresses.
  package let areOfPasswordManager: Bool

  /// Examines the names of the columns, and some rows.
  init(_ header: [String], _ samples: some Sequence<[String]>) {
    let passwords = header.indices.filter { Self.isNamed(header[$0], Self.passwords) }
    let logins = header.indices.filter { Self.isNamed(header[$0], Self.logins) }
    named = Set(passwords + logins + header.indices.filter { Self.isNamed(header[$0], Self.codes) })
    areOfPasswordManager =
      !passwords.isEmpty
      && header.indices.contains { column in
        logins.contains(column) || Self.isNamed(header[column], Self.addresses)
      }
    var filled: Set<Int> = []
    for row in samples {
      for (column, value) in row.enumerated() where !filled.contains(column) {
        if Self.isSecret(value) { filled.insert(column) }
      }
    }
    self.filled = filled
  }

  /// Folded words for something: whole words, and parts of longer ones.
  private struct Words {
    let whole: Set<String>
    let parts: [String]

    init(_ whole: [String], parts: [String]) {
      self.whole = Set(whole.map(Folding.folded))
      self.parts = parts.map { Folding.folded($0).filter { $0 != " " } }
    }

    init(_ whole: [String], and others: Words) {
      self.whole = others.whole.union(whole.map(Folding.folded))
      parts = others.parts
    }
  }

  private static func isNamed(_ name: String, _ words: Words) -> Bool {
    let plain = Folding.folded(name)
    // Folding makes one word of `Card-PIN`.
    let spaced = Folding.folded(String(name.map { $0.isLetter || $0.isNumber ? $0 : " " }))
    // Of `giftCardPIN` as well.
    let split = Folding.folded(FieldName.spaced(name))
    return [plain, spaced, split].contains { text in
      let parts = text.split(separator: " ")
      return parts.contains { words.whole.contains(String($0)) } || contain(parts, words.parts)
    }
  }

  /// Whether words contain one of the parts: within a word, as in “Kundenpasswort”, or as several whole words, as in “mot de
  /// passe”, but not “haslo” in “has lounge”.
  private static func contain(_ words: [Substring], _ parts: [String]) -> Bool {
    let maxWords = 4
    return parts.contains { part in
      words.contains { $0.contains(part) }
        || words.indices.contains { start in
          var joined = ""
          return words[start...].prefix(maxWords).contains {
            joined += $0
            return joined == part
          }
        }
    }
  }

  /// Whether a pass's field is called a password.
  static func isPassword(_ name: String) -> Bool { isNamed(name, surePasswords) }

  /// Whether a pass's field is called a PIN or another secret code.
  static func isCode(_ name: String) -> Bool { isNamed(name, codes) }

  /// Whether a name, folded and without spaces, only means a password or a secret code.
  static func isWholeName(_ name: String) -> Bool {
    [surePasswords, codes].contains { $0.whole.contains(name) || $0.parts.contains(name) }
  }

  private static let passwords = Words(
    // In passes, these mean something else: “Day pass”, “Clave de cliente”.
    ["pass", "clave", "seed", "κωδικος"], and: surePasswords)
  private static let surePasswords = Words(
    ["pwd", "pw", "mdp", "senha", "parola", "parole", "salasana", "sifre", "geslo"],
    parts: [
      "password", "passwort", "passwd", "passphrase", "passcode", "passord", "kennwort",
      "losungswort", "motdepasse", "contrasena", "palavrapasse", "palabraclave", "wachtwoord",
      "haslo", "heslo", "jelszo", "lösenord", "adgangskode", "kodeord", "пароль", "密码", "密碼",
      "パスワード", "비밀번호", "סיסמה", "κωδικος προσβασης", "zugangsdaten", "lozinka", "slaptazodis",
      "كلمة المرور", "كلمة السر", "รหัสผ่าน", "mat khau", "wifikey", "wlankey",
      "seedphrase", "securityanswer",
    ])
  private static let logins = Words(
    ["login", "user", "userid", "utente", "email", "otp", "2fa", "mfa"],
    parts: [
      "username", "loginname", "logon", "benutzer", "anmelde", "nutzername", "utilisateur",
      "identifiant", "usuario", "nomeutente", "gebruikersnaam", "inlognaam", "uzytkownik",
      "användarnamn",
      "brukernavn", "brugernavn", "логин", "用户名", "ユーザー名", "emailaddress", "otpauth", "totp",
      "onetimepassword", "onetimecode",
    ])
  private static let codes = Words(
    [
      "pin", "puk", "tan", "nip", "cvv", "cvc", "cvv2", "cvc2", "csc", "token", "пин", "secret",
      "secrets",
    ],
    parts: [
      "pincode", "secretcode", "secretkey", "secretword", "secretanswer", "secretphrase",
      "clientsecret", "geheim", "securitycode", "sicherheitscode", "codepin",
      "codigopin",
      "codesecret", "codigosecreto", "codicesegreto", "codigoseguridad", "codigodeseguridad",
      "codesecurite", "codedesecurite", "codicesicurezza", "codicedisicurezza", "beveiligingscode",
      "kodbezpieczenstwa", "暗証番号", "pinコード", "pin码", "accesscode", "zugangscode", "toegangscode",
      "credential", "recoverycode", "apikey",
      "privatekey",
    ])
  private static let addresses = Words(
    ["url", "urls", "uri", "website", "web", "webseite", "site"], parts: ["loginuri", "loginurl"])

  /// Whether a column's supposed name is a web or email address.
  static func isAddress(_ name: String) -> Bool {
    name.contains("://") || name.lowercased().hasPrefix("www.") || isEmail(name[...])
  }

  private static func isEmail(_ word: Substring) -> Bool {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].dropLast().contains(".")
  }

  /// The lengths of passwords that are recognised, in characters.
  private static let passwordLength = 6...128

  /// Whether a value is a host name: `shop24.example`.
  private static func isHost(_ value: String) -> Bool {
    let labels = value.prefix { $0 != "/" }.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
      && value.utf8.allSatisfy { $0 < 0x41 || $0 > 0x5A }
      && labels.dropLast().allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }
      && labels[labels.count - 1].allSatisfy(\.isLetter)
  }

  /// Whether a value contains a word for a password, followed by one: `pw: mellon`, but not “boarding pass”.
  private static func tellsPassword(_ value: String) -> Bool {
    value.split(whereSeparator: \.isWhitespace).contains { word in
      guard let end = word.firstIndex(where: { ":=".contains($0) }) else { return false }
      return passwords.whole.contains(Folding.folded(String(word[..<end])))
    }
  }

  /// Whether a value looks like a password or a login, or contains one: `PIN: 42`.
  private static func isSecret(_ value: String) -> Bool {
    // Hide very long values; they are not needed as examples.
    guard !value.isLonger(than: 1_000) else { return true }
    let words = Folding.words(value)
    if words.contains(where: { codes.whole.contains(String($0)) })
      || tellsPassword(value) || contain(words, passwords.parts + codes.parts)
      || value.lowercased().contains("otpauth:")
    {
      return true
    }
    guard !value.contains(where: \.isWhitespace) else { return false }
    if isEmail(value[...]) { return true }
    guard passwordLength.contains(value.count), !value.contains("://"), !isHost(value),
      NamedSymbology(value) == nil, CalendarDate(String(value.prefix(10))) == nil
    else { return false }
    let letters = value.filter(\.isLetter)
    // A capital after a lower-case letter.
    let isMixed = zip(letters, letters.dropFirst()).contains { $0.isLowercase && $1.isUppercase }
    return !letters.isEmpty
      && (isMixed || value.contains(where: \.isNumber)
        || value.contains { "!$%^*=+~?<>{}[]|\\#".contains($0) })
  }
}
