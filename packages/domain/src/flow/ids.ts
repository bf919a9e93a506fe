const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ID_LENGTH = 30;

/** A new id of a node: 30 random letters, from random bytes of the caller. */
export function newId(randomBytes: (count: number) => Uint8Array): string {
  let id = '';
  while (id.length < ID_LENGTH)
    for (const byte of randomBytes(ID_LENGTH)) {
      // 208 is the largest multiple of 52 below 256: every letter is equally likely.
      if (byte < 208 && id.length < ID_LENGTH) id += LETTERS[byte % LETTERS.length]!;
    }
  return id;
}
