import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { UnreadableSpreadsheet } from './source.ts';

export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}
/** No tag and no word of a sheet is as long. */
const MAX_TOKEN_LENGTH = 4 * 1_048_576;

/**
 * Reads a document as it flows and tells its tags. A document that declares a type of its own is refused: sheets never
 * do, and entities are how small documents become large ones. Names lose their prefix: some programs write one.
 */
export async function* readXml(stream: Readable, handlers: XmlHandlers): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let tokenLength = 0;
  const resetOnToken = <A extends unknown[]>(handler: ((...args: A) => void) | undefined) => {
    return (...args: A) => {
      tokenLength = 0;
      handler?.(...args);
    };
  };
  parser.on('doctype', () => {
    throw new UnreadableSpreadsheet('declares a type of its own');
  });
  parser.on('error', (error) => {
    throw new UnreadableSpreadsheet(error.message);
  });
  parser.on(
    'opentag',
    resetOnToken(({ name, attributes }) => handlers.open(bare(name), attributes as Record<string, string>)),
  );
  parser.on('text', resetOnToken(handlers.text));
  parser.on('cdata', resetOnToken(handlers.text));
  parser.on(
    'closetag',
    resetOnToken(({ name }) => handlers.close?.(bare(name))),
  );
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const feed = (text: string) => {
    tokenLength += text.length;
    parser.write(text);
    if (tokenLength > MAX_TOKEN_LENGTH) throw new UnreadableSpreadsheet('a word without an end');
  };
  try {
    for await (const chunk of stream) {
      feed(decoder.decode(chunk as Buffer, { stream: true }));
      yield;
    }
    feed(decoder.decode());
    parser.close();
  } catch (error) {
    // Zip, text and document each have their own words for the same thing.
    throw error instanceof UnreadableSpreadsheet ? error : new UnreadableSpreadsheet((error as Error).message);
  } finally {
    stream.destroy();
  }
  yield;
}

const bare = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);
