/** The connections of a company as small boxes, colored by whether they work. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels, toneOfStatus } from '../../entities/connections/connection-labels.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { allConnectionTexts } from './all-connections.texts.ts';
import css from './all-connections.module.css';
import type { CountedCompany } from './counted-company.ts';

type State = Pick<Connection, 'channel' | 'status'>;

export function ChannelStates({ connections, total }: { connections: readonly State[]; total: number }) {
  const t = useTexts(allConnectionTexts);
  if (connections.length === 0) return null;
  const more = total - connections.length;
  return (
    <ul className={css.states}>
      {connections.map((state, position) => (
        // They come without ids; those of a channel in the same state look alike.
        <li key={position}>
          <StateBox {...state} />
        </li>
      ))}
      {more > 0 && <li className="faint num">{t('moreConnections', { count: formatNumber(more) })}</li>}
    </ul>
  );
}

/** How many connections of each channel all companies have. */
export function ChannelTotals({ channels }: { channels: readonly { channel: State['channel']; count: number }[] }) {
  const tLabels = useTexts(connectionLabels);
  return (
    <span className={css.totals}>
      {channels.map(({ channel, count }) => `${formatNumber(count)} ${tLabels(channel)}`).join(', ')}
    </span>
  );
}

function StateBox({ channel, status }: State) {
  const tLabels = useTexts(connectionLabels);
  const name = `${tLabels(channel)}: ${tLabels(status)}`;
  return (
    <span className={css.state} data-tone={toneOfStatus[status]} title={name} role="img" aria-label={name}>
      <ChannelGlyph channel={channel} size={14} silent />
    </span>
  );
}

/** When a connection changed, and which, if it does not work. */
export function LastChange({ change }: { change: NonNullable<CountedCompany['lastChange']> }) {
  const tLabels = useTexts(connectionLabels);
  const { at, channel, status } = change;
  return (
    <span className={css.change}>
      <span className="num">{formatDateTime(at)}</span>
      {status !== 'CONNECTED' && <span className="muted">{` · ${tLabels(channel)}: ${tLabels(status)}`}</span>}
    </span>
  );
}

const legend = ['CONNECTED', 'qrcode', 'OPENING', 'DISCONNECTED'] as const;

/** What the colors of the boxes mean. */
export function StateLegend() {
  const t = useTexts(allConnectionTexts);
  const tLabels = useTexts(connectionLabels);
  return (
    <p className={css.legend}>
      {legend.map((status) => (
        <span key={status} className={css.meaning}>
          <span className={css.state} data-tone={toneOfStatus[status]} aria-hidden="true">
            <ChannelGlyph channel="whatsapp" size={14} silent />
          </span>
          {tLabels(status)}
        </span>
      ))}
      <span>{t('troubledFirst')}</span>
    </p>
  );
}
