/** No real payload has as many: one of three megabytes holds some ten thousand messages. */
export const MAX_PAYLOAD_ITEMS = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether the lists of a JSON text have more elements than allowed, counted on the bytes before anything is built from
 * them: two bytes of a list can become an event of 300. An empty list counts as one element.
 */
export function hasTooManyItems(body: Buffer, max = MAX_PAYLOAD_ITEMS): boolean {
  // An element takes two bytes, its comma included.
  if (body.length < 2 * max) return false;
  /** True for each open list, false for each open object. */
  const open: boolean[] = [];
  let items = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN_OBJECT) open.push(false);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) open.pop();
    else if (byte === OPEN_LIST || (byte === COMMA && open.at(-1) === true)) {
      if (byte === OPEN_LIST) open.push(true);
      if ((items += 1) > max) return true;
    }
  }
  return false;
}
