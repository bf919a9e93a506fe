/** Contrast of an element's text to its background by WCAG; undefined where colors cannot be measured. */
export function contrastOf(element: HTMLElement): number | undefined {
  const { color, backgroundColor } = getComputedStyle(element);
  const [text, paper] = [luminanceOf(color), luminanceOf(backgroundColor)];
  if (text === undefined || paper === undefined) return undefined;
  return (Math.max(text, paper) + 0.05) / (Math.min(text, paper) + 0.05);
}

/** A canvas converts every notation of a color, also oklch. */
function luminanceOf(color: string): number | undefined {
  const context = document.createElement('canvas').getContext?.('2d', { willReadFrequently: true });
  if (!context || color === '') return undefined;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
