/** Talonario is loaded as it is installed: it reads its fonts from beside itself, and imports what it needs when it does. */
const config = { serverExternalPackages: ["talonario"] }

export default config
