import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { IMAGE_LIMITS, ImageTooLarge, kindOfImage, NotAnImage, reencode } from './images.ts';

const SCRIPT = '<script>alert(document.domain)</script>';
const plain = (width: number, height: number, background = '#cc0000') =>
  sharp({ create: { width, height, channels: 3, background } });
const png = await plain(300, 200).png().toBuffer();
const jpeg = await plain(300, 200).jpeg().toBuffer();
const webp = await plain(300, 200).webp().toBuffer();
const gif = await plain(300, 200).gif().toBuffer();

/** Noise, so that truncating the file removes pixels and not only padding. */
const noise = () =>
  sharp({
    create: {
      width: 160,
      height: 160,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

describe('an image is re-encoded', () => {
  it.each([
    ['png', png],
    ['jpeg', jpeg],
    ['webp', webp],
    ['gif', gif],
  ])('%s becomes WebP with its longer side at the limit', async (kind, file) => {
    expect(kindOfImage(file)).toBe(kind);
    const encoded = await reencode(file, { maxSide: 150 });
    expect(encoded).toMatchObject({ mime: 'image/webp', width: 150, height: 100 });
    expect(kindOfImage(encoded.data)).toBe('webp');
  });

  it('a small image keeps its size', async () => {
    expect(await reencode(png, { maxSide: 2048 })).toMatchObject({ width: 300, height: 200 });
  });

  it('an avatar becomes square', async () => {
    for (const file of [png, jpeg, gif])
      expect(await reencode(file, { maxSide: 96, square: true })).toMatchObject({ width: 96, height: 96 });
  });

  it('an animation becomes its first frame', async () => {
    const frames = [await plain(40, 40, '#ff0000').png().toBuffer(), await plain(40, 40, '#0000ff').png().toBuffer()];
    for (const moving of [
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    ]) {
      const encoded = await reencode(moving, { maxSide: 40 });
      const { width, height, pages = 1 } = await sharp(encoded.data).metadata();
      expect({ width, height, pages }).toEqual({ width: 40, height: 40, pages: 1 });
      const { dominant } = await sharp(encoded.data).stats();
      expect(dominant.r).toBeGreaterThan(200);
      expect(dominant.b).toBeLessThan(60);
    }
  });

  it('a photo is rotated upright and loses its metadata', async () => {
    const photo = await plain(300, 200)
      .jpeg()
      .withExif({ IFD0: { Make: 'CanaryPhone', Orientation: '6' }, IFD3: { GPSLatitude: '23/1 33/1 1/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(photo.includes('CanaryPhone')).toBe(true);
    const encoded = await reencode(photo, { maxSide: 300 });
    expect(encoded).toMatchObject({ width: 200, height: 300 });
    expect(encoded.data.includes('CanaryPhone')).toBe(false);
    expect((await sharp(encoded.data).metadata()).exif).toBeUndefined();
  });
});

describe('a file of two formats', () => {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), Buffer.from(SCRIPT)]);
  it.each<[string, Buffer]>([
    ['png with html after its end', Buffer.concat([png, Buffer.from(SCRIPT)])],
    [
      'png with html in a text chunk',
      Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)), png.subarray(33)]),
    ],
    ['jpeg with html in a comment', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])],
    ['jpeg with a zip after its end', Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${SCRIPT}`)])],
    ['gif with a script after its end', Buffer.concat([gif, Buffer.from(`*/=1;${SCRIPT}`)])],
    ['webp with html after its end', Buffer.concat([webp, Buffer.from(SCRIPT)])],
  ])('%s: only the image remains', async (_, file) => {
    expect(file.includes('<script>')).toBe(true);
    const encoded = await reencode(file, { maxSide: 100 });
    expect(encoded.width).toBe(100);
    expect(encoded.data.includes('script')).toBe(false);
  });

  it.each<[string, Buffer | string]>([
    ['a script that begins like a gif', `GIF89a/*\x00\x00*/=1;${SCRIPT}`],
    ['a script that begins like a jpeg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SCRIPT)])],
    ['a page that begins like a png', Buffer.concat([png.subarray(0, 8), Buffer.from(SCRIPT)])],
    ['a riff that is no webp', `RIFF\x24\x00\x00\x00WAVEfmt ${SCRIPT}`],
  ])('%s is refused', async (_, file) => {
    await expect(reencode(Buffer.from(file as string, 'latin1'), { maxSide: 100 })).rejects.toThrow(NotAnImage);
  });
});

describe('a file that is not a raster image is refused', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`;
  it.each<[string, string | Buffer]>([
    ['an empty file', ''],
    ['svg', svg],
    ['svg after an xml declaration', `<?xml version="1.0"?>${svg}`],
    ['svg after a byte order mark and spaces', `\uFEFF \n${svg}`],
    ['html', `<!doctype html>${SCRIPT}`],
    ['pdf', '%PDF-1.7\n1 0 obj'],
    ['icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16])],
    ['bmp', 'BM\x00\x00\x00\x00'],
    ['tiff', 'II*\x00\x08\x00\x00\x00'],
    ['heic', '\x00\x00\x00\x18ftypheic'],
    ['avif', '\x00\x00\x00\x1cftypavif'],
    ['png magic with a byte before it', Buffer.concat([Buffer.from(' '), png])],
  ])('%s', async (_, file) => {
    const bytes = Buffer.from(file as string, 'utf8');
    expect(kindOfImage(bytes)).toBeUndefined();
    await expect(reencode(bytes, { maxSide: 100 })).rejects.toThrow(NotAnImage);
  });

  it('the decoder blocks svg and tiff even without the magic-byte check', async () => {
    await expect(sharp(Buffer.from(svg)).png().toBuffer()).rejects.toThrow();
    await expect(
      sharp(await plain(9, 9).tiff().toBuffer())
        .png()
        .toBuffer(),
    ).rejects.toThrow();
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['png', () => noise().png().toBuffer()],
    ['jpeg', () => noise().jpeg().toBuffer()],
    ['webp', () => noise().webp().toBuffer()],
    ['gif', () => noise().gif().toBuffer()],
  ])('a truncated %s', async (_, build) => {
    const file = await build();
    for (const share of [0, 0.1, 0.5, 0.9]) {
      const cut = file.subarray(0, 12 + Math.floor((file.length - 12) * share));
      await expect(reencode(cut, { maxSide: 100 }), `at ${share}`).rejects.toThrow(NotAnImage);
    }
  });
});

describe('size limits', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a png that claims 60,000 by 60,000', () => claimedPng(60_000, 60_000)],
    ['a gif that claims 65,535 by 65,535', claimedGif],
    ['a real png just over the limit', () => plain(8_000, 5_001).png().toBuffer()],
  ])('%s is refused within the memory limit', async (_, build) => {
    const file = await build();
    const before = process.memoryUsage().rss;
    const error = await reencode(file, { maxSide: 100 }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ImageTooLarge);
    expect((error as ImageTooLarge).limit).toBe('pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000);
  });

  it('a png that claims the largest possible size is refused', async () => {
    await expect(reencode(claimedPng(0x7fffffff, 0x7fffffff), { maxSide: 100 })).rejects.toThrow();
  });

  it('exactly 40 megapixels are accepted', async () => {
    expect(await reencode(await plain(8_000, 5_000).png().toBuffer(), { maxSide: 80 })).toMatchObject({
      width: 80,
      height: 50,
    });
  });

  it('more than ten megabytes are refused before decoding', async () => {
    const padded = Buffer.concat([png, Buffer.alloc(IMAGE_LIMITS.bytes - png.length)]);
    expect(await reencode(padded, { maxSide: 30 })).toMatchObject({ width: 30 });
    const error = await reencode(Buffer.concat([padded, Buffer.alloc(1)]), { maxSide: 30 }).catch(
      (failure: unknown) => failure,
    );
    expect(error).toMatchObject({ name: 'ImageTooLarge', limit: 'bytes' });
  });

  it('a text chunk of 100 MB is not decompressed', async () => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(100_000_000))]);
    const file = Buffer.concat([png.subarray(0, 33), chunk('zTXt', text), png.subarray(33)]);
    const before = process.memoryUsage().rss;
    await reencode(file, { maxSide: 30 }).catch((failure: unknown) => expect(failure).toBeInstanceOf(NotAnImage));
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  });
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function claimedPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function claimedGif(): Buffer {
  const side = [0xff, 0xff];
  const screen = [...side, ...side, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x2c, 0, 0, 0, 0, ...side, ...side, 0, 2, 2, 0x44, 1, 0, 0x3b];
  return Buffer.concat([Buffer.from('GIF89a'), Buffer.from([...screen, ...frame])]);
}
