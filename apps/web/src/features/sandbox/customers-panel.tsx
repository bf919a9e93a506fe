import type { SandboxConnection, SandboxCustomer } from '@balcao/contract/endpoints/sandbox';
import { useState } from 'react';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels, toneOfStatus } from '../../entities/connections/connection-labels.ts';
import { formatPhone } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, Counter, cx, Icon, Segments, SelectField, StatusPill } from '../../ui/index.ts';
import { NewCustomer } from './new-customer.tsx';
import css from './sandbox.module.css';
import { sandboxTexts } from './sandbox.texts.ts';
import { Scripts } from './scripts.tsx';

interface CustomersPanelProps {
  connections: readonly SandboxConnection[];
  connection: SandboxConnection;
  customer: SandboxCustomer | undefined;
  onConnection: (id: number) => void;
  onCustomer: (id: string) => void;
}

/** Chooses the simulated customer, the connection, and a script. */
export function CustomersPanel({ connections, connection, customer, onConnection, onCustomer }: CustomersPanelProps) {
  const t = useTexts(sandboxTexts);
  const [adding, setAdding] = useState(false);
  return (
    <aside className={cx(css.side, css.people)} aria-label={t('peoplePanel')}>
      <section>
        <h2>{t('youAre')}</h2>
        <ul className={css.customers}>
          {connection.customers.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className={css.customer}
                aria-pressed={item.id === customer?.id}
                onClick={() => onCustomer(item.id)}
              >
                <Avatar name={item.name} size={36} online={item.isOnline} />
                <span>
                  <b>{item.name}</b>
                  <span>{item.about || (item.isGroup ? t('group') : formatPhone(item.number) || item.username)}</span>
                </span>
                {item.unread > 0 && (
                  <span role="img" aria-label={t('unread', { count: item.unread })}>
                    <Counter accent>{item.unread}</Counter>
                  </span>
                )}
                {item.id === customer?.id && <Icon name="check" size={16} />}
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
          onCreated={({ id }) => onCustomer(id)}
          onClose={() => setAdding(false)}
        />
      )}
    </aside>
  );
}

type Choosing = Pick<CustomersPanelProps, 'connections' | 'connection' | 'onConnection'>;

function ChannelChoice({ connections, connection, onConnection }: Choosing) {
  const t = useTexts(sandboxTexts);
  const name = useTexts(connectionLabels);
  const channels = [...new Set(connections.map(({ channel }) => channel))];
  const onChannel = (channel: SandboxConnection['channel']) => {
    const first = connections.find((candidate) => candidate.channel === channel);
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

/** Four names must fit side by side in the panel. */
const short: Partial<Record<SandboxConnection['channel'], string>> = {
  whatsappapi: 'API',
  facebook: 'Face',
  instagram: 'Insta',
};
