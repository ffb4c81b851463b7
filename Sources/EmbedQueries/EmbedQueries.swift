import Foundation
import PackagePlugin

/// A build step that makes one constant of each file of a target's `Queries/`.
@main struct EmbedQueries: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Queries")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "sql" }
    .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "Queries.swift")
    return [
      .buildCommand(
        displayName: "Embedding the queries of \(target.name)",
        executable: try context.tool(named: "QueryGenerator").url,
        arguments: [target.name, output.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }
}
