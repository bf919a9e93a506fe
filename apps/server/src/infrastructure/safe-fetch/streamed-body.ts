/** Request body that is read while it is sent; its length is known, so no server needs chunked encoding. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

export class StreamedBody {
  readonly length: number;
  readonly contentType: string;
  /** Read once; destroyed when the request ends early. The memory of its pieces is freed when they are sent. */
  readonly stream: Readable;

  constructor(body: { length: number; contentType: string; stream: Readable }) {
    this.length = body.length;
    this.contentType = body.contentType;
    this.stream = body.stream;
    // The source may fail before the first read; the reader still receives the error.
    this.stream.on('error', () => {});
  }
}

interface FormFile {
  field: string;
  fileName: string;
  mime: string;
  bytes: number;
  stream: Readable;
}

/** A form with text fields and one file, which comes last. */
export function streamedForm(fields: Readonly<Record<string, string>>, file: FormFile): StreamedBody {
  const boundary = `balcao-${randomBytes(18).toString('hex')}`;
  const head = Buffer.from(
    [
      ...Object.entries(fields).map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
      ),
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(file.field)}"; filename="${quoted(file.fileName)}"\r\n`,
      `content-type: ${file.mime.replace(/[^\x20-\x7e]/g, '')}\r\n\r\n`,
    ].join(''),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  file.stream.on('error', () => {});
  return new StreamedBody({
    length: head.length + file.bytes + tail.length,
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: Readable.from(parts(head, file.stream, tail), { objectMode: false }),
  });
}

async function* parts(head: Buffer, file: Readable, tail: Buffer): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    yield* file as AsyncIterable<Uint8Array>;
    yield tail;
  } finally {
    file.destroy();
  }
}

/** As browsers write names: a quote or line break cannot end the header. */
const quoted = (text: string): string => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
