/** Re-encodes an uploaded image, as WebP unless asked otherwise: only pixels are carried over, never metadata. */
import sharp from 'sharp';
import type { Sharp } from 'sharp';

export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif';

export type Reencoded = { data: Buffer; mime: 'image/webp' | 'image/png'; width: number; height: number };

export type ReencodeOptions = {
  /** Upper bound of the longer side; smaller images are not enlarged. */
  maxSide: number;
  /** For avatars: exactly `maxSide` on both sides, cropped around the center. */
  square?: boolean;
  /** Mail programs and tabs of older browsers show no WebP. */
  as?: 'webp' | 'png';
};

export class NotAnImage extends Error {
  override name = 'NotAnImage';
  constructor() {
    super('this file is not a png, jpeg, webp or gif picture');
  }
}

export class ImageTooLarge extends Error {
  override name = 'ImageTooLarge';
  readonly limit: 'bytes' | 'pixels';
  constructor(limit: 'bytes' | 'pixels') {
    super(`the picture has too many ${limit}`);
    this.limit = limit;
  }
}

export const IMAGE_LIMITS = { bytes: 10 * 1024 * 1024, pixels: 40_000_000, seconds: 10 };

// Allowed decoders. SVG, TIFF, HEIF and PDF stay blocked even if a file passed the magic-byte check.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// Every image is processed once; a cache would only use memory.
sharp.cache(false);

export async function reencode(
  file: Buffer,
  { maxSide, square = false, as = 'webp' }: ReencodeOptions,
): Promise<Reencoded> {
  if (file.length > IMAGE_LIMITS.bytes) throw new ImageTooLarge('bytes');
  if (kindOfImage(file) === undefined) throw new NotAnImage();
  try {
    const picture = shrunk(firstFrame(file), maxSide, square);
    const { data, info } = await (as === 'png' ? picture.png() : picture.webp({ quality: 82 })).toBuffer({
      resolveWithObject: true,
    });
    return { data, mime: `image/${as}`, width: info.width, height: info.height };
  } catch (error) {
    throw named(error);
  }
}

/** Image format by its bytes alone; the client's file name and type are ignored. */
export function kindOfImage(file: Buffer): ImageKind | undefined {
  return MAGIC.find(({ parts }) => parts.every(([at, bytes]) => file.subarray(at, at + bytes.length).equals(bytes)))
    ?.kind;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const MAGIC: { kind: ImageKind; parts: [at: number, bytes: Buffer][] }[] = [
  { kind: 'png', parts: [[0, latin('\x89PNG\r\n\x1a\n')]] },
  { kind: 'jpeg', parts: [[0, latin('\xff\xd8\xff')]] },
  {
    kind: 'webp',
    parts: [
      [0, latin('RIFF')],
      [8, latin('WEBP')],
    ],
  },
  { kind: 'gif', parts: [[0, latin('GIF87a')]] },
  { kind: 'gif', parts: [[0, latin('GIF89a')]] },
];

/** Truncated files are refused; decoder warnings are not, because phones write unusual but complete images. */
const firstFrame = (file: Buffer): Sharp =>
  sharp(file, { failOn: 'error', limitInputPixels: IMAGE_LIMITS.pixels, pages: 1 }).timeout({
    seconds: IMAGE_LIMITS.seconds,
  });

function shrunk(picture: Sharp, maxSide: number, square: boolean): Sharp {
  // Rotate first: the orientation is metadata, and metadata is dropped.
  const upright = picture.autoOrient();
  return square
    ? upright.resize(maxSide, maxSide, { fit: 'cover' })
    : upright.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true });
}

function named(failure: unknown): Error {
  const text = failure instanceof Error ? failure.message : '';
  // Both errors mean too many pixels: counted before decoding, or detected by the decoding timeout.
  return /pixel limit|timeout/i.test(text) ? new ImageTooLarge('pixels') : new NotAnImage();
}
