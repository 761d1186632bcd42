/// A shell's completion script, as the parser writes it, which offers cards also in place of a command, as in
/// `cardvault bakery`.
enum CompletionScript {
  /// Where a script of a shell offers the names of commands, and what offers those of cards there, too.
  private struct Place {
    let mark: String
    let addition: String
  }

  private static let places = [
    // bash
    Place(
      mark: "        # Offer subcommand completions\n",
      addition: """
                __cardvault_add_completions -W "$(__cardvault_custom_complete ---completion show -- positional@0 \
        "${COMP_CWORD}" "$(__cardvault_cursor_index_in_current_word)")"

        """),
    // zsh
    Place(
      mark: "        _describe -V subcommand subcommands && ret=0\n",
      addition: """
                __cardvault_custom_complete ---completion show -- positional@0 "${current_word_index}" \
        "$(__cardvault_cursor_index_in_current_word)" && ret=0

        """),
    // fish
    Place(
      mark: "complete -c 'cardvault' -f\n",
      addition: """
        complete -c 'cardvault' -n '__cardvault_should_offer_completions_for_positional "cardvault" -eq 1' -fka \
        '(__cardvault_custom_completion ---completion show -- positional@0 (count (__cardvault_tokens -pc)) \
        (__cardvault_tokens -tC))'

        """),
  ]

  /// The script, with the names of cards; any other text unchanged.
  static func withCards(_ script: String) -> String {
    for place in places {
      guard let found = script.firstRange(of: place.mark) else { continue }
      // In the first function: later ones are about the subcommands of subcommands.
      return script[..<found.upperBound] + place.addition + script[found.upperBound...]
    }
    return script
  }
}
