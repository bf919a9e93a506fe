import type { Connection } from '@balcao/contract/endpoints/connections';
import { useTexts } from '../../lib/use-texts.ts';
import css from './channel-glyph.module.css';
import { connectionLabels } from './connection-labels.ts';

type Channel = Connection['channel'];

/** The channel's logo in its color. Labeled for screen readers unless a text beside it names the channel. */
export function ChannelGlyph({ channel, size = 18, silent }: { channel: Channel; size?: number; silent?: true }) {
  const t = useTexts(connectionLabels);
  const { color, body, inside, strokeWidth } = glyphs[channel];
  const name = silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t(channel) };
  return (
    <svg
      className={css.glyph}
      style={{ color: `var(${color})` }}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      {...name}
    >
      <path d={body} fill="currentColor" />
      <path d={inside} className={strokeWidth ? css.line : css.fill} strokeWidth={strokeWidth} />
    </svg>
  );
}

/** The logo in a box, for lists. */
export const ChannelBox = ({ channel }: { channel: Channel }) => (
  <span className={css.box}>
    <ChannelGlyph channel={channel} />
  </span>
);

interface Glyph {
  color: string;
  body: string;
  inside: string;
  /** Stroke width; filled if omitted. */
  strokeWidth?: number;
}
const whatsapp: Glyph = {
  color: '--ch-whatsapp',
  body: 'M12 2.5a9.3 9.3 0 00-8 14l-1.3 4.8 5-1.2A9.3 9.3 0 1012 2.5z',
  inside:
    'M8.8 7.6c.3-.3.8-.3 1 .1l.9 1.7c.1.3.1.6-.1.9l-.6.7a6.5 6.5 0 002.9 2.9l.7-.6c.3-.2.6-.2.9-.1l1.7.9c.4.2.4.7.1 1-.7.9-1.7 1.3-2.8 1a8.8 8.8 0 01-5.7-5.7c-.3-1.1.1-2.1 1-2.8z',
};
const glyphs: Record<Channel, Glyph> = {
  whatsapp,
  whatsappapi: whatsapp,
  facebook: {
    color: '--ch-facebook',
    body: 'M12 2.8c5.3 0 9.5 3.8 9.5 8.7s-4.2 8.7-9.5 8.7c-1 0-2-.1-2.9-.4l-3.4 1.7v-3.2a8.4 8.4 0 01-3.2-6.8c0-4.9 4.2-8.7 9.5-8.7z',
    inside: 'M6.5 13.9l3.9-4.3 2.5 2.3 3.6-2.3-3.7 4.3-2.6-2.3z',
  },
  instagram: {
    color: '--ch-instagram',
    body: 'M8.4 2.8h7.2a5.6 5.6 0 015.6 5.6v7.2a5.6 5.6 0 01-5.6 5.6h-7.2a5.6 5.6 0 01-5.6-5.6v-7.2a5.6 5.6 0 015.6-5.6z',
    inside:
      'M10 6.4h4a3.6 3.6 0 013.6 3.6v4a3.6 3.6 0 01-3.6 3.6h-4a3.6 3.6 0 01-3.6-3.6v-4a3.6 3.6 0 013.6-3.6zM9.3 12a2.7 2.7 0 105.4 0a2.7 2.7 0 10-5.4 0M15.3 8.7v.01',
    strokeWidth: 1.9,
  },
};
