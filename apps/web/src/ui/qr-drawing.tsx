/** Draws a QR code. In its own file, so that the QR library is loaded with the first code. */
import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './qr-code.module.css';

/** Blank modules around the code; cameras need this quiet zone. */
const QUIET_ZONE = 4;

export default function QrDrawing({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function drawingOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const bars = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return { size, path: bars.join('') };
}
