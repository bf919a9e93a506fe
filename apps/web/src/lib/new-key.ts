/**
 * A key for a request that may be sent twice. `randomUUID` needs a secure context, and some companies use a plain http address
 * in their network.
 */
export const newKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
