// PlayerCore
