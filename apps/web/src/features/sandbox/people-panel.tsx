import type { SandboxConnection, SandboxCustomer } from '@balcao/contract/endpoints/sandbox';
import { useState } from 'react';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionWords, toneOfStatus } from '../../entities/connections/connection-words.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, Counter, cx, Icon, Segments, SelectField, StatusPill } from '../../ui/index.ts';
import { NewCustomer } from './new-customer.tsx';
import css from './sandbox.module.css';
import { sandboxTexts } from './sandbox.texts.ts';
import { Scripts } from './scripts.tsx';

interface PeoplePanelProps {
  connections: readonly SandboxConnection[];
  connection: SandboxConnection;
  customer: SandboxCustomer | undefined;
  onConnection: (id: number) => void;
  onCustomer: (id: string) => void;
}

/** Who one is, through which connection one writes, and what one might say. */
export function PeoplePanel({ connections, connection, customer, onConnection, onCustomer }: PeoplePanelProps) {
  const t = useTexts(sandboxTexts);
  const [adding, setAdding] = useState(false);
  return (
    <aside className={cx(css.side, css.people)} aria-label={t('peoplePanel')}>
      <section>
        <h2>{t('youAre')}</h2>
        <ul className={css.customers}>
          {connection.customers.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={css.customer}
                aria-pressed={one.id === customer?.id}
                onClick={() => onCustomer(one.id)}
              >
                <Avatar name={one.name} size={36} online={one.isOnline} />
                <span>
                  <b>{one.name}</b>
                  <span>{one.about || (one.isGroup ? t('group') : one.number || one.username)}</span>
                </span>
                {one.unread > 0 && (
                  <span role="img" aria-label={t('unread', { count: one.unread })}>
                    <Counter accent>{one.unread}</Counter>
                  </span>
                )}
                {one.id === customer?.id && <Icon name="check" size={16} />}
              </button>
            </li>
          ))}
        </ul>
        <Button size="sm" kind="ghost" icon="user-plus" onClick={() => setAdding(true)}>
          {t('newCustomer')}
        </Button>
      </section>
      <ChannelChoice connections={connections} connection={connection} onConnection={onConnection} />
      {customer && <Scripts connectionId={connection.id} customerId={customer.id} />}
      {adding && (
        <NewCustomer
          connectionId={connection.id}
          onMade={({ id }) => onCustomer(id)}
          onClose={() => setAdding(false)}
        />
      )}
    </aside>
  );
}

type Choosing = Pick<PeoplePanelProps, 'connections' | 'connection' | 'onConnection'>;

function ChannelChoice({ connections, connection, onConnection }: Choosing) {
  const t = useTexts(sandboxTexts);
  const name = useTexts(connectionWords);
  const channels = [...new Set(connections.map(({ channel }) => channel))];
  const onChannel = (channel: SandboxConnection['channel']) => {
    const first = connections.find((one) => one.channel === channel);
    if (first) onConnection(first.id);
  };
  return (
    <section>
      <h2>{t('channel')}</h2>
      {channels.length > 1 && (
        <Segments
          full
          label={t('channel')}
          value={connection.channel}
          onChange={onChannel}
          segments={channels.map((channel) => ({
            key: channel,
            label: short[channel] ?? name(channel),
            mark: <ChannelGlyph channel={channel} size={16} silent />,
          }))}
        />
      )}
      <SelectField
        label={t('connection')}
        value={connection.id}
        onChange={onConnection}
        options={connections
          .filter(({ channel }) => channel === connection.channel)
          .map(({ id, name: label }) => ({ value: id, label }))}
      />
      <div className={css.session}>
        <StatusPill tone={toneOfStatus[connection.status]}>{name(connection.status)}</StatusPill>
      </div>
    </section>
  );
}

/** Four names must fit side by side into the panel. */
const short: Partial<Record<SandboxConnection['channel'], string>> = {
  whatsappapi: 'API',
  facebook: 'Face',
  instagram: 'Insta',
};
