import Foundation

@main
struct Mantel {
    static func main() async {
        var arguments = CommandLine.arguments.dropFirst()
        guard arguments.popFirst() == "recognize" else {
            print("usage: mantel recognize [--kind flyer|receipt] [--today YYYY-MM-DD] [--locale en_GB] FILE…")
            return
        }
        exit(await RecognizeCommand.run(Array(arguments)))
    }
}
