import Cfuzzer
import Foundation

// Fuzzing --seeds FOLDER; Fuzzing TARGET [libFuzzer's arguments]: the name is removed, the rest is passed on.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seeds" {
  try Seeds.write(to: URL(filePath: CommandLine.arguments[2]))
  exit(0)
}
guard FuzzTarget.chosen != nil else {
  print(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
  exit(CommandLine.arguments.dropFirst() == ["--list"] ? 0 : 64)
}
var count = CommandLine.argc - 1
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
exit(
  unsafe LLVMFuzzerRunDriver(&count, &words) { start, count in
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    FuzzTarget.chosen?.take(input)
    return 0
  })
