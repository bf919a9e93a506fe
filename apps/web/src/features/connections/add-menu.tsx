import type { Connection } from '@balcao/contract/endpoints/connections';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import { useProviders } from '../../entities/connections/connections.api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Menu, type ButtonKind } from '../../ui/index.ts';
import { connectionTexts } from './connections.texts.ts';
import { channelsOf, providersFor, type Channel, type MenuChannel } from './providers.ts';

const menuChannels: readonly MenuChannel[] = ['whatsapp', 'facebook', 'instagram'];

interface AddMenuProps {
  kind: ButtonKind;
  connections: readonly Connection[];
  onAdd: (channel: Channel) => void;
}

/** Lists the plan's channels that this server supports; a full channel is disabled and says why. */
export function AddMenu({ kind, connections, onAdd }: AddMenuProps) {
  const t = useTexts(connectionTexts);
  const name = useTexts(connectionLabels);
  const { actor, user } = useSession();
  const providers = useProviders().data ?? [];
  // The plan limits the connections of each channel separately.
  const limit = user.company.plan.connections;
  const countOf = (channel: Channel) => connections.filter((connection) => connection.channel === channel).length;

  const items = menuChannels.flatMap((menuChannel) => {
    const channels = providersFor(providers, menuChannel).flatMap((provider) => channelsOf(provider, menuChannel));
    if (channels.length === 0 || !actor.plan.has(menuChannel)) return [];
    const free = channels.find((channel) => countOf(channel) < limit);
    return [
      {
        key: menuChannel,
        label: name(menuChannel),
        disabled: free === undefined,
        hint: (
          <span className="faint num">
            {free === undefined ? t('limitReached') : t('ofLimit', { count: countOf(free), limit })}{' '}
          </span>
        ),
        glyph: <ChannelGlyph channel={menuChannel} silent />,
        onClick: () => free && onAdd(free),
      },
    ];
  });
  if (items.length === 0) return null;
  return (
    <Menu
      minWidth={220}
      target={
        <Button kind={kind} icon="plus" iconRight="chev-d">
          {t('add')}
        </Button>
      }
      items={items}
    />
  );
}
