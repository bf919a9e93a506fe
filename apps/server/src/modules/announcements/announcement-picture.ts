import { refuse } from '../../infrastructure/app-error.ts';

/** Twice the width of the viewer. */
const MAX_SIDE = 1600;
/** The specification allows png, jpg and jpeg. */
const ACCEPTED = ['png', 'jpeg'];

/** Only pixels are carried over: a script behind them or in the metadata is dropped. */
export async function toAnnouncementPicture(bytes: Buffer) {
  // Imported with the first picture: the decoder is large, and most processes never need it.
  const { reencode, kindOfImage, NotAnImage, ImageTooLarge } = await import('../../infrastructure/images/images.ts');
  if (!ACCEPTED.includes(kindOfImage(bytes) ?? '')) refuse('ERR_VALIDATION', { field: 'file', rule: 'image' });
  try {
    return await reencode(bytes, { maxSide: MAX_SIDE });
  } catch (error) {
    if (error instanceof NotAnImage) refuse('ERR_VALIDATION', { field: 'file', rule: 'image' });
    if (error instanceof ImageTooLarge) refuse('ERR_VALIDATION', { field: 'file', rule: 'fileTooLarge' });
    throw error;
  }
}
