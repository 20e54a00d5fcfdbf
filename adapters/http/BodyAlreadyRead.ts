/**
 * A host has read a request's body before the interface got it, which is a mistake in the host's code: the bytes, which
 * idempotency compares, are gone.
 */
export class BodyAlreadyRead extends Error {
  override readonly name = "BodyAlreadyRead"
  override readonly message = "the body of this request was read before Talonario got it, by express.json() for "
    + "one: mount Talonario before what parses bodies, or keep that from its paths"
}
