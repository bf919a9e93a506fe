/** The few answers of S3 that are read, and the one document that is written. */
import type { BucketObject } from './bucket.ts';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string) =>
  text
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The content of the first element with this name. */
export function textOf(name: string, xml: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : unescaped(found);
}

const elements = (name: string, xml: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, content]) => content!);

export const objectsOf = (xml: string): BucketObject[] =>
  elements('Contents', xml).map((entry) => ({
    key: textOf('Key', entry) ?? '',
    bytes: Number(textOf('Size', entry)),
    at: new Date(textOf('LastModified', entry) ?? 0),
  }));

export const uploadsOf = (xml: string): { key: string; uploadId: string; at: Date }[] =>
  elements('Upload', xml).map((entry) => ({
    key: textOf('Key', entry) ?? '',
    uploadId: textOf('UploadId', entry) ?? '',
    at: new Date(textOf('Initiated', entry) ?? 0),
  }));

export const completionOf = (etags: string[]): Buffer =>
  Buffer.from(
    `<CompleteMultipartUpload>${etags
      .map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  );
