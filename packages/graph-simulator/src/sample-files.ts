import { deflateSync } from 'node:zlib';

/** Small valid files, because receivers check the bytes. */
export function sampleFile(type: 'image' | 'audio' | 'video' | 'document' | 'sticker'): {
  mime: string;
  bytes: Buffer;
} {
  switch (type) {
    case 'image':
      return { mime: 'image/png', bytes: picture(16) };
    case 'audio':
      return { mime: 'audio/ogg; codecs=opus', bytes: silence() };
    case 'video':
      return { mime: 'video/mp4', bytes: film() };
    case 'document':
      return { mime: 'application/pdf', bytes: pdf() };
    case 'sticker':
      return {
        mime: 'image/webp',
        bytes: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
      };
    default:
      return type satisfies never;
  }
}

/** A green square as PNG. */
function picture(side: number): Buffer {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(side * 3, Buffer.of(0x1f, 0xa0, 0x5a))]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(checksum(named, 0xedb88320), named.length + 4);
  return framed;
}
/** The reflected CRC-32 of PNG. */
function checksum(bytes: Buffer, polynomial: number): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? polynomial : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** A fifth of a second of silence as Opus in Ogg. */
function silence(): Buffer {
  const head = Buffer.from('OpusHead\u0001\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000', 'latin1');
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.from('OpusTags\u0003\u0000\u0000\u0000sim\u0000\u0000\u0000\u0000', 'latin1');
  const frames = Array.from({ length: 10 }, () => Buffer.of(0xf8, 0xff, 0xfe));
  return Buffer.concat([page([head], 0, 0, 2), page([tags], 0, 1, 0), page(frames, 9600, 2, 4)]);
}
function page(packets: Buffer[], samples: number, index: number, flags: number): Buffer {
  const head = Buffer.alloc(27 + packets.length);
  head.write('OggS', 'latin1');
  head[5] = flags;
  head.writeUInt32LE(samples, 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(index, 18);
  head[26] = packets.length;
  for (const [at, packet] of packets.entries()) head[27 + at] = packet.length;
  const pageBytes = Buffer.concat([head, ...packets]);
  let sum = 0;
  for (const byte of pageBytes) {
    sum = (sum ^ (byte << 24)) >>> 0;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x80000000 ? 0x04c11db7 : 0)) >>> 0;
  }
  pageBytes.writeUInt32LE(sum, 22);
  return pageBytes;
}

function film(): Buffer {
  const box = (name: string, data: string) => {
    const bytes = Buffer.from(`\0\0\0\0${name}${data}`, 'latin1');
    bytes.writeUInt32BE(bytes.length, 0);
    return bytes;
  };
  return Buffer.concat([box('ftyp', 'isom\0\0\x02\0isomiso2mp41'), box('free', ''), box('mdat', '\0'.repeat(64))]);
}

function pdf(): Buffer {
  const parts = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj',
  ];
  let text = '%PDF-1.4\n';
  const offsets = parts.map((part) => {
    const at = text.length;
    text += `${part}\n`;
    return at;
  });
  const table = ['0000000000 65535 f ', ...offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n `)].join('\n');
  return Buffer.from(`${text}xref\n0 4\n${table}\ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`);
}
