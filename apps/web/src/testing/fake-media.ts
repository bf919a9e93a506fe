/** A fake microphone and camera: tests decide what is allowed and how much is recorded. */
import { vi } from 'vitest';

export class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith('audio/webm');
  state: 'inactive' | 'recording' | 'paused' = 'inactive';
  readonly mimeType: string;
  readonly options: MediaRecorderOptions;

  constructor(_stream: MediaStream, options: MediaRecorderOptions) {
    super();
    this.options = options;
    this.mimeType = options.mimeType ?? 'audio/webm';
    recorders.push(this);
  }
  start(): void {
    this.state = 'recording';
  }
  pause(): void {
    this.state = 'paused';
  }
  resume(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    const recording = new Blob(['~'.repeat(recordedBytes)], { type: this.mimeType });
    queueMicrotask(() => {
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: recording }));
      this.dispatchEvent(new Event('stop'));
    });
  }
}
let recordedBytes = 0;
const recorders: FakeRecorder[] = [];

/** `bytes`: size of a recording. `allowed`: the user grants access. */
export function fakeMedia({ bytes = 20_000, allowed = true }: { bytes?: number; allowed?: boolean } = {}) {
  recordedBytes = bytes;
  recorders.length = 0;
  const stop = vi.fn<() => void>();
  const getUserMedia = vi.fn<() => Promise<MediaStream>>(() =>
    allowed
      ? Promise.resolve(Object.assign(new MediaStream(), { getTracks: () => [{ stop }] }))
      : Promise.reject(new DOMException('no', 'NotAllowedError')),
  );
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', undefined);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  return { getUserMedia, stopped: stop, recorders };
}
