/** The /queue-integration screen: external bots, receivers of webhooks and flows that conversations are sent to. */
import type { Integration, SavedIntegration } from '@balcao/contract/endpoints/integrations';
import { lazy, Suspense, useState } from 'react';
import { integrationFieldTexts } from '../../entities/integrations/integration-field.texts.ts';
import { IntegrationTile } from '../../entities/integrations/integration-tile.tsx';
import { useIntegrationPages } from '../../entities/integrations/integrations.api.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  Icon,
  IconButton,
  InfiniteTable,
  Page,
  SearchBox,
  Segments,
  type ButtonKind,
  type Column,
  nothingFound,
  EditAndRemove,
} from '../../ui/index.ts';
import { IntegrationStatus } from './integration-status.tsx';
import css from './integrations.module.css';
import { integrationTexts } from './integrations.texts.ts';
import { useUses } from './uses.ts';

// Dialogs and panel are loaded on first use; the list is opened far more often.
const IntegrationDialog = lazy(() =>
  import('./integration-dialog.tsx').then((module) => ({ default: module.IntegrationDialog })),
);
const IntegrationPanel = lazy(() =>
  import('./integration-panel.tsx').then((module) => ({ default: module.IntegrationPanel })),
);
const RemoveIntegration = lazy(() =>
  import('./remove-integration.tsx').then((module) => ({ default: module.RemoveIntegration })),
);
const SecretDialog = lazy(() => import('./signing-secret.tsx').then((module) => ({ default: module.SecretDialog })));

export function IntegrationsPage() {
  const t = useTexts(integrationTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<Integration | 'new'>();
  const [removing, setRemoving] = useState<Integration>();
  const [opened, setOpened] = useState<Integration>();
  const [secret, setSecret] = useState<{ name: string; secret: string }>();
  const [shown, setShown] = useState<'all' | 'failing'>('all');
  const integrations = useIntegrationPages({ search, onlyFailing: shown === 'failing' });
  const { last } = integrations;
  const columns = useColumns({ onOpen: setOpened, onEdit: setEditing, onRemove: setRemoving, isNarrow: !!opened });
  const add = (kind: ButtonKind) => (
    <Button kind={kind} icon="plus" onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  const showSecret = ({ name, signingSecret }: SavedIntegration) => {
    if (signingSecret !== null) setSecret({ name, secret: signingSecret });
  };
  return (
    <div className={css.screen}>
      <div className={css.main}>
        <Page
          title={t('title')}
          count={search === '' && shown === 'all' ? last?.count : undefined}
          actions={add('primary')}
          toolbar={
            <>
              <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
              <span className={css.grow} />
              <Segments
                label={t('filter')}
                segments={[
                  { key: 'all', label: t('all') },
                  { key: 'failing', label: t('failing'), count: last?.failingCount },
                ]}
                value={shown}
                onChange={setShown}
              />
            </>
          }
        >
          <InfiniteTable
            label={t('title')}
            rows={integrations.rows}
            rowKey={({ id }) => id}
            columns={columns}
            onOpen={setOpened}
            isSelected={({ id }) => id === opened?.id}
            {...tablePages(integrations, language)}
            empty={
              shown === 'failing'
                ? {
                    icon: 'check',
                    title: t('noneFailing'),
                    action: <Button onClick={() => setShown('all')}>{t('showAll')}</Button>,
                  }
                : search === ''
                  ? { icon: 'plug', title: t('emptyTitle'), text: t('emptyText'), action: add('default') }
                  : nothingFound(t('nothingTitle', { search }), t('clear'), () => setSearch(''))
            }
          />
          <PausedNotes rows={integrations.rows} />
        </Page>
      </div>
      <Suspense fallback={null}>
        {opened && (
          <IntegrationPanel key={opened.id} row={opened} onEdit={setEditing} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {editing && (
          <IntegrationDialog
            integration={editing === 'new' ? undefined : editing}
            onSaved={showSecret}
            onClose={() => setEditing(undefined)}
          />
        )}
        {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
        {removing && (
          <RemoveIntegration
            integration={removing}
            onRemoved={() => opened?.id === removing.id && setOpened(undefined)}
            onClose={() => setRemoving(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** What customers notice while a service is not called. */
function PausedNotes({ rows }: { rows: readonly Integration[] }) {
  const t = useTexts(integrationTexts);
  return rows
    .filter(({ breaker }) => breaker.isOpen)
    .map(({ id, name }) => (
      <p key={id} className={css.pausedNote}>
        <Icon name="alert" size={16} />
        {t('pausedNote', { name })}
      </p>
    ));
}

interface ColumnOptions {
  onOpen: (integration: Integration) => void;
  onEdit: (integration: Integration) => void;
  onRemove: (integration: Integration) => void;
  /** With the panel beside it, the table has the columns that fit. */
  isNarrow: boolean;
}

function useColumns({ onOpen, onEdit, onRemove, isNarrow }: ColumnOptions): Column<Integration>[] {
  const t = useTexts(integrationTexts);
  const columns: Column<Integration>[] = [
    { key: 'name', head: t('name'), primary: true, cell: (integration) => <Name integration={integration} /> },
    { key: 'usedBy', head: t('usedBy'), cell: (integration) => <UsedBy integration={integration} /> },
    {
      key: 'status',
      head: t('lastCall'),
      firm: true,
      width: '232px',
      cell: (integration) => <IntegrationStatus integration={integration} />,
    },
    {
      key: 'actions',
      head: '',
      width: '128px',
      cell: (integration) => (
        <>
          <IconButton
            icon="play"
            label={t('testNamed', { name: integration.name })}
            onClick={() => onOpen(integration)}
          />
          <EditAndRemove
            edit={{ label: t('editNamed', { name: integration.name }), onClick: () => onEdit(integration) }}
            remove={{ label: t('removeNamed', { name: integration.name }), onClick: () => onRemove(integration) }}
          />
        </>
      ),
    },
  ];
  return isNarrow ? columns.filter(({ key }) => key !== 'usedBy') : columns;
}

function Name({ integration: { id, name, type } }: { integration: Integration }) {
  const t = useTexts(integrationTexts);
  const typeName = useTexts(integrationFieldTexts);
  return (
    <span className={css.name}>
      <IntegrationTile type={type} />
      <span className={css.two}>
        <b className="cut">{name}</b>
        <span className="muted num">{t('typeAndId', { type: typeName(type), id })}</span>
      </span>
    </span>
  );
}

function UsedBy({ integration: { usedBy } }: { integration: Integration }) {
  const t = useTexts(integrationTexts);
  const uses = useUses()(usedBy);
  if (uses.length === 0) return <span className="faint">{t('notUsed')}</span>;
  return (
    <span className="muted cut" title={uses.join('\n')}>
      {uses.join(' · ')}
    </span>
  );
}
