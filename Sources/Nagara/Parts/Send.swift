/// How views speak: by the same actions as keys, MPRIS and the command line.
typealias Send = @MainActor (AppAction) -> Void
