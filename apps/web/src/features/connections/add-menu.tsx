import type { Connection } from '@balcao/contract/endpoints/connections';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionWords } from '../../entities/connections/connection-words.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Menu } from '../../ui/index.ts';
import { connectionTexts } from './connections.texts.ts';

type Channel = Connection['channel'];

/** A line of the menu, and the channels whose connections the plan counts, each on its own, behind it. */
const lines = [
  { channel: 'whatsapp', counted: ['whatsapp', 'whatsappapi'] },
  { channel: 'facebook', counted: ['facebook'] },
  { channel: 'instagram', counted: ['instagram'] },
] as const satisfies readonly { channel: Channel; counted: readonly Channel[] }[];

interface AddMenuProps {
  connections: readonly Connection[];
  onAdd: (channel: Channel) => void;
}

/** The channels of the plan; one that is full says so instead of failing later. */
export function AddMenu({ connections, onAdd }: AddMenuProps) {
  const t = useTexts(connectionTexts);
  const name = useTexts(connectionWords);
  const { actor, user } = useSession();
  const limit = user.company.plan.connections;
  const countOf = (channel: Channel) => connections.filter((connection) => connection.channel === channel).length;

  const items = lines
    .filter(({ channel }) => actor.plan.has(channel))
    .map(({ channel, counted }) => {
      const isFull = counted.every((one) => countOf(one) >= limit);
      return {
        key: channel,
        label: name(channel),
        disabled: isFull,
        hint: (
          <span className="faint num">
            {isFull ? t('limitReached') : t('ofLimit', { count: countOf(channel), limit })}{' '}
          </span>
        ),
        glyph: <ChannelGlyph channel={channel} silent />,
        onClick: () => onAdd(channel),
      };
    });
  if (items.length === 0) return null;
  return (
    <Menu
      minWidth={220}
      target={
        <Button kind="primary" icon="plus" iconRight="chev-d">
          {t('add')}
        </Button>
      }
      items={items}
    />
  );
}
