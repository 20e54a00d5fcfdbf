/**
 * A host has read a request's body before the interface got it. Its bytes, which idempotency is about, are gone:
 * a slip in the host's code.
 */
export class BodyAlreadyRead extends Error {
  override readonly name = "BodyAlreadyRead"
  override readonly message = "the body of this request was read before Talonario got it, by express.json() for "
    + "one: mount Talonario before what parses bodies, or keep that from its paths"
}
