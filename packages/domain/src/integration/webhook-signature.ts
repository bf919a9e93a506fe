/** Signature of our webhooks: `t=<seconds>,v1=<HMAC-SHA256 in hexadecimal over «t.body»>`. */

/** Older deliveries may be replays. */
const MAX_AGE_SECONDS = 5 * 60;

export const signedText = (seconds: number, body: string): string => `${seconds}.${body}`;

export const signatureHeader = (seconds: number, digest: string): string => `t=${seconds},v1=${digest}`;

/** How a receiver checks a delivery. `digest` computes the HMAC of a text with the shared secret. */
export function checkSignature(
  header: string,
  body: string,
  now: Date,
  digest: (text: string) => string,
): 'valid' | 'malformed' | 'tooOld' | 'wrong' {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  if (!match) return 'malformed';
  const seconds = Number(match[1]);
  if (Math.abs(now.getTime() / 1000 - seconds) > MAX_AGE_SECONDS) return 'tooOld';
  return isEqual(match[2]!, digest(signedText(seconds, body))) ? 'valid' : 'wrong';
}

/** The duration does not depend on where the texts differ. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ (other.charCodeAt(at) || 0);
  return difference === 0;
}
