import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { UnreadableSheet } from './source.ts';

export interface XmlEars {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}
/** No tag and no word of a sheet is as long. */
const MAX_SILENCE = 4 * 1_048_576;

/**
 * Reads a document as it flows and tells its tags. A document that declares a type of its own is refused: sheets never
 * do, and entities are how small documents become large ones. Names lose their prefix: some programs write one.
 */
export async function* readXml(stream: Readable, ears: XmlEars): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let silent = 0;
  const heard = <A extends unknown[]>(tell: ((...told: A) => void) | undefined) => {
    return (...told: A) => {
      silent = 0;
      tell?.(...told);
    };
  };
  parser.on('doctype', () => {
    throw new UnreadableSheet('declares a type of its own');
  });
  parser.on('error', (fault) => {
    throw new UnreadableSheet(fault.message);
  });
  parser.on(
    'opentag',
    heard(({ name, attributes }) => ears.open(bare(name), attributes as Record<string, string>)),
  );
  parser.on('text', heard(ears.text));
  parser.on('cdata', heard(ears.text));
  parser.on(
    'closetag',
    heard(({ name }) => ears.close?.(bare(name))),
  );
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const fed = (text: string) => {
    silent += text.length;
    parser.write(text);
    if (silent > MAX_SILENCE) throw new UnreadableSheet('a word without an end');
  };
  try {
    for await (const chunk of stream) {
      fed(decoder.decode(chunk as Buffer, { stream: true }));
      yield;
    }
    fed(decoder.decode());
    parser.close();
  } catch (fault) {
    // Zip, text and document each have their own words for the same thing.
    throw fault instanceof UnreadableSheet ? fault : new UnreadableSheet((fault as Error).message);
  } finally {
    stream.destroy();
  }
  yield;
}

const bare = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);
