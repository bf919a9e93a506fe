/** The current volume, 0 to 1; always 0 where the browser cannot measure it. */
export function watchLevel(sound: MediaStream): { now: () => number; stop: () => void } {
  if (typeof AudioContext === 'undefined') return { now: () => 0, stop: () => {} };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(sound).connect(analyser);
  const wave = new Uint8Array(analyser.fftSize);
  return {
    now() {
      analyser.getByteTimeDomainData(wave);
      let sum = 0;
      for (const sample of wave) sum += ((sample - 128) / 128) ** 2;
      // Speech has a low RMS: three times its value fills the bar.
      return Math.min(1, Math.sqrt(sum / wave.length) * 3);
    },
    // Called twice when the recorder is unmounted while recording.
    stop: () => void (context.state !== 'closed' && context.close()),
  };
}
