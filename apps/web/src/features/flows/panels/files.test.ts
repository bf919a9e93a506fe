import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { compressImage } from './files.ts';

const photo = (type: string, bytes = 1000) => new File(['x'.repeat(bytes)], `vitrine.${type.slice(6)}`, { type });
/** The simulated browser draws nothing: only what the copy is asked for, and what becomes of it, is tested. */
type Copy = (type?: string, quality?: number) => Blob | null;
let copied: Mock<Copy>;
const bitmap = { width: 30, height: 20, close: () => {} };

beforeEach(() => {
  copied = vi.fn<Copy>((type) => new Blob(['x'.repeat(400)], { type: type ?? '' }));
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap));
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type, quality) =>
    done(copied(type, quality)),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the compression of images [M-262]', () => {
  it('sends a copy with a quality of 0.7 under the name of the original', async () => {
    const sent = await compressImage(photo('image/jpeg'));
    expect(copied).toHaveBeenCalledExactlyOnceWith('image/jpeg', 0.7);
    expect([sent.name, sent.type, sent.size]).toEqual(['vitrine.jpeg', 'image/jpeg', 400]);
  });

  it('keeps PNG, with its transparent parts', async () => {
    const sent = await compressImage(photo('image/png'));
    expect(copied).toHaveBeenCalledExactlyOnceWith('image/png', 0.7);
    expect(sent.type).toBe('image/png');
  });

  it('sends the original if the copy is not smaller or was not made', async () => {
    const small = photo('image/jpeg', 400);
    expect(await compressImage(small)).toBe(small);
    copied.mockReturnValue(null);
    expect(await compressImage(small)).toBe(small);
  });

  it('sends the original if the copy takes longer than 1500 ms', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('createImageBitmap', () => new Promise(() => {}));
    const original = photo('image/jpeg');
    const done = vi.fn<(file: File) => void>();
    void compressImage(original).then(done);
    await vi.advanceTimersByTimeAsync(1499);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledExactlyOnceWith(original);
  });

  it('fails for a file that is no image', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not an image')));
    await expect(compressImage(photo('image/jpeg'))).rejects.toThrow('not an image');
  });
});
