/** The /flowbuilders screen: every flow of the company, how it starts and what state it is in. */
import type { Flow } from '@balcao/contract/endpoints/flows';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useFlowPages, useSetFlowActive } from '../../../entities/flows/flows.api.ts';
import { api } from '../../../lib/api.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { tablePages } from '../../../lib/infinite-list.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Button,
  type ButtonKind,
  type Column,
  Icon,
  IconButton,
  InfiniteTable,
  Menu,
  Page,
  SearchBox,
  Segments,
  Switch,
  useToast,
  nothingFound,
} from '../../../ui/index.ts';
import type { ChosenTemplate } from './create-flow.ts';
import css from './flows.module.css';
import { flowTexts } from './flows.texts.ts';
import { DuplicateFlow, RemoveFlow } from './flow-questions.tsx';
import { useStarts } from './starts.ts';

// Dialogs are loaded on first use; the list is opened far more often.
const FlowNameDialog = lazy(() => import('./name-dialog.tsx').then((module) => ({ default: module.FlowNameDialog })));
const TemplatesDialog = lazy(() =>
  import('./templates-dialog.tsx').then((module) => ({ default: module.TemplatesDialog })),
);
const EmptyTemplates = lazy(() =>
  import('./empty-templates.tsx').then((module) => ({ default: module.EmptyTemplates })),
);
const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })));

const filters = ['all', 'active', 'inactive', 'problems'] as const;
type Filter = (typeof filters)[number];
const filterTexts = {
  all: 'filterAll',
  active: 'filterActive',
  inactive: 'filterInactive',
  problems: 'filterProblems',
} as const;
const hasProblems = ({ problems: { errors, warnings } }: Flow): boolean => errors + warnings > 0;
const countOf = (
  filter: Filter,
  page: { counts?: Record<Exclude<Filter, 'problems'>, number> | undefined } | undefined,
) => (filter === 'problems' ? undefined : page?.counts?.[filter]);

type Open =
  | { type: 'name'; flow?: Flow; template?: ChosenTemplate }
  | { type: 'templates' | 'import' }
  | { type: 'duplicate' | 'remove'; flow: Flow };

export function FlowsPage() {
  const t = useTexts(flowTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [open, setOpen] = useState<Open | null>(null);
  const flows = useFlowPages(search, filter === 'problems' ? 'all' : filter);
  // Problems depend on what exists now, so the server finds them page by page; the table asks for the next ones.
  const rows = filter === 'problems' ? flows.rows.filter(hasProblems) : flows.rows;
  const close = () => setOpen(null);
  const showAll = () => {
    setSearch('');
    setFilter('all');
  };
  const edit = (id: number) => void navigate({ to: `/flowbuilder/${id}` });
  const columns = useColumns(setOpen, edit);

  const add = (kind: ButtonKind) => (
    <Menu
      target={
        <Button kind={kind} icon="plus">
          {t('add')}
        </Button>
      }
      items={[
        { key: 'blank', icon: 'plus', label: t('blank'), onClick: () => setOpen({ type: 'name' }) },
        { key: 'template', icon: 'layers', label: t('fromTemplate'), onClick: () => setOpen({ type: 'templates' }) },
        { key: 'import', icon: 'upload', label: t('fromFile'), onClick: () => setOpen({ type: 'import' }) },
      ]}
    />
  );

  return (
    <Page
      title={t('title')}
      count={flows.last?.counts?.all}
      actions={add('primary')}
      toolbar={
        <>
          <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
          <div className={css.filters}>
            <Segments
              label={t('filter')}
              segments={filters.map((key) => ({ key, label: t(filterTexts[key]), count: countOf(key, flows.last) }))}
              value={filter}
              onChange={setFilter}
            />
          </div>
        </>
      }
    >
      <InfiniteTable
        label={t('title')}
        rows={rows}
        rowKey={(flow) => flow.id}
        columns={columns}
        {...tablePages(flows, language)}
        onOpen={(flow) => edit(flow.id)}
        empty={
          search === '' && filter === 'all'
            ? {
                icon: 'flow',
                title: t('emptyTitle'),
                text: t('emptyText'),
                action: (
                  <Suspense fallback={null}>
                    <EmptyTemplates onChoose={(template) => setOpen({ type: 'name', template })} />
                  </Suspense>
                ),
              }
            : nothingFound(
                search === '' ? t('nothingFiltered') : t('nothingTitle', { search }),
                t(search === '' ? 'showAll' : 'clear'),
                showAll,
              )
        }
      />
      <Suspense fallback={null}>
        {open?.type === 'name' && (
          <FlowNameDialog flow={open.flow} template={open.template} onCreated={edit} onClose={close} />
        )}
        {open?.type === 'templates' && (
          <TemplatesDialog onChoose={(template) => setOpen({ type: 'name', template })} onClose={close} />
        )}
        {open?.type === 'import' && <ImportDialog onOpen={edit} onClose={close} />}
      </Suspense>
      {open?.type === 'duplicate' && <DuplicateFlow flow={open.flow} onClose={close} />}
      {open?.type === 'remove' && <RemoveFlow flow={open.flow} onClose={close} />}
    </Page>
  );
}

function useColumns(setOpen: (open: Open) => void, edit: (id: number) => void): Column<Flow>[] {
  const t = useTexts(flowTexts);
  return [
    {
      key: 'name',
      head: t('name'),
      primary: true,
      cell: ({ name }) => <span title={name}>{name}</span>,
    },
    { key: 'status', head: t('status'), firm: true, cell: (flow) => <ActiveSwitch flow={flow} /> },
    { key: 'starts', head: t('startsBy'), cell: (flow) => <Starts flow={flow} /> },
    {
      key: 'now',
      head: t('now'),
      align: 'right',
      spare: 'least',
      width: '130px',
      cell: ({ conversations }) => formatNumber(conversations),
    },
    { key: 'version', head: t('version'), width: '220px', cell: (flow) => <Version flow={flow} /> },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (flow) => <RowActions flow={flow} setOpen={setOpen} edit={edit} />,
    },
  ];
}

function ActiveSwitch({ flow }: { flow: Flow }) {
  const t = useTexts(flowTexts);
  const toast = useToast();
  const change = useSetFlowActive();
  const active = change.isPending ? change.variables.active : flow.active;
  const set = (on: boolean) =>
    change.mutate(
      { id: flow.id, active: on },
      {
        onSuccess: () => toast.done(t(on ? 'activated' : 'deactivated', { name: flow.name })),
        onError: toast.failed,
      },
    );
  return (
    <span className={css.status}>
      <Switch checked={active} onChange={set} label={t('switchNamed', { name: flow.name })} />
      <span className={active ? undefined : 'muted'}>{t(active ? 'active' : 'inactive')}</span>
    </span>
  );
}

function Starts({ flow }: { flow: Flow }) {
  const t = useTexts(flowTexts);
  const starts = useStarts();
  const [first, ...others] = starts(flow.usedBy);
  if (!first)
    return (
      <span className={css.warn} title={t('nothingStarts')}>
        <Icon name="alert" size={16} /> <span className="cut">{t('nothingStarts')}</span>
      </span>
    );
  return (
    <span className={css.starts} title={[first, ...others].map(({ text }) => text).join('\n')}>
      <Icon name={first.icon} size={16} />
      <span className="cut">{[first, ...others].map(({ text }) => text).join(' · ')}</span>
    </span>
  );
}

function Version({ flow: { published, hasChanges, problems } }: { flow: Flow }) {
  const t = useTexts(flowTexts);
  const count = problems.errors + problems.warnings;
  return (
    <span className={css.version}>
      <span
        className="cut"
        title={published ? t('published', { date: formatDate(published.at) }) : t('neverPublished')}
      >
        {published ? (
          <>
            <b className="num">v{published.number}</b>{' '}
            <span className="muted">{t('published', { date: formatDate(published.at) })}</span>
          </>
        ) : (
          <span className="muted">{t('neverPublished')}</span>
        )}
      </span>
      {(hasChanges || count > 0) && (
        <span className={css.under}>
          {hasChanges && published && <span className={css.info}>{t('changed')}</span>}
          {count > 0 && (
            <span className={problems.errors > 0 ? css.danger : css.warn}>
              {count === 1 ? t('oneProblem') : t('problems', { count })}
            </span>
          )}
        </span>
      )}
    </span>
  );
}

function RowActions({
  flow,
  setOpen,
  edit,
}: {
  flow: Flow;
  setOpen: (open: Open) => void;
  edit: (id: number) => void;
}) {
  const t = useTexts(flowTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const openAt = (view: string) => void navigate({ to: `/flowbuilder/${flow.id}`, search: { view } });
  const download = () =>
    void api.flows
      .export({ params: { id: flow.id } })
      .then(({ url }) => location.assign(url))
      .catch(toast.failed);
  return (
    <>
      <IconButton icon="play" label={t('tryNamed', { name: flow.name })} onClick={() => openAt('try')} />
      <Menu
        target={<IconButton icon="more-v" label={t('menuOf', { name: flow.name })} tip={false} />}
        items={[
          { key: 'name', icon: 'edit', label: t('editName'), onClick: () => setOpen({ type: 'name', flow }) },
          { key: 'flow', icon: 'flow', label: t('editFlow'), onClick: () => edit(flow.id) },
          { key: 'runs', icon: 'chart', label: t('runs'), onClick: () => openAt('runs') },
          { key: 'versions', icon: 'history', label: t('versions'), onClick: () => openAt('versions') },
          {
            key: 'duplicate',
            icon: 'copy',
            label: t('duplicate'),
            onClick: () => setOpen({ type: 'duplicate', flow }),
          },
          { key: 'export', icon: 'download', label: t('export'), onClick: download },
          {
            key: 'remove',
            icon: 'trash',
            danger: true,
            hasSeparator: true,
            label: t('remove'),
            onClick: () => setOpen({ type: 'remove', flow }),
          },
        ]}
      />
    </>
  );
}
