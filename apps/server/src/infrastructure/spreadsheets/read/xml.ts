import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { UnreadableSpreadsheet } from './source.ts';

export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}
/** Longest tag or text between two tags. */
const MAX_TOKEN_LENGTH = 4 * 1_048_576;

/**
 * Parses a stream and calls the handlers for its tags. A document type is rejected: spreadsheets have none, and entities
 * can expand a small document to a large one. Namespace prefixes are removed, because only some programs write them.
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
    throw new UnreadableSpreadsheet('declares a document type');
  });
  parser.on('error', (error) => {
    throw new UnreadableSpreadsheet(error.message);
  });
  parser.on(
    'opentag',
    resetOnToken(({ name, attributes }) => handlers.open(withoutPrefix(name), attributes as Record<string, string>)),
  );
  parser.on('text', resetOnToken(handlers.text));
  parser.on('cdata', resetOnToken(handlers.text));
  parser.on(
    'closetag',
    resetOnToken(({ name }) => handlers.close?.(withoutPrefix(name))),
  );
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const feed = (text: string) => {
    tokenLength += text.length;
    parser.write(text);
    if (tokenLength > MAX_TOKEN_LENGTH) throw new UnreadableSpreadsheet('a token is too long');
  };
  try {
    for await (const chunk of stream) {
      feed(decoder.decode(chunk as Buffer, { stream: true }));
      yield;
    }
    feed(decoder.decode());
    parser.close();
  } catch (error) {
    // The zip, text and XML libraries throw different errors for an unreadable file.
    throw error instanceof UnreadableSpreadsheet ? error : new UnreadableSpreadsheet((error as Error).message);
  } finally {
    stream.destroy();
  }
  yield;
}

const withoutPrefix = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);
