/** Forms of the nodes that bring the conversation somewhere or change its records. */
import { hoursOwners, type DataEntry, type HoursOwner } from '@balcao/domain/flow/document';
import { MAX_ENTRIES, MAX_KEY_LENGTH } from '@balcao/domain/flow/bounds';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, MultiSelectField, SelectField, TextField } from '../../../ui/index.ts';
import { optionsOf, type FormProps } from './form.ts';
import { panelTexts } from './panel.texts.ts';
import { RowFrame } from './row-frame.tsx';
import { MessageText, ValueText } from './text-field.tsx';

export function QueueForm({ data, set, errors, references }: FormProps<'queue'>) {
  const t = useTexts(panelTexts);
  return (
    <SelectField
      label={t('queue')}
      required
      focusFirst
      options={optionsOf(references?.queues)}
      value={data.queueId}
      error={errors.get('queueId')}
      onChange={(queueId) => set({ queueId })}
    />
  );
}

/** 0 stands for none: select fields have no empty value. */
export function OptionalQueue({
  label,
  queueId,
  references,
  onChange,
}: Pick<FormProps<'queue'>, 'references'> & {
  label: string;
  queueId: number | null;
  onChange: (queueId: number | null) => void;
}) {
  const t = useTexts(panelTexts);
  return (
    <SelectField
      label={label}
      options={[{ value: 0, label: t('noQueue') }, ...optionsOf(references?.queues)]}
      value={queueId ?? 0}
      onChange={(id) => onChange(id === 0 ? null : id)}
    />
  );
}

export function AgentForm({ data, set, errors, references }: FormProps<'agent'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <SelectField
        label={t('agentTo')}
        options={[
          { value: 'user', label: t('toUser') },
          { value: 'accountOwner', label: t('toOwner') },
        ]}
        value={data.to}
        onChange={(to) => set({ to })}
      />
      {data.to === 'user' && (
        <SelectField
          label={t('user')}
          required
          options={optionsOf(references?.users)}
          value={data.userId}
          error={errors.get('userId')}
          onChange={(userId) => set({ userId })}
        />
      )}
      <OptionalQueue
        label={t('queue')}
        queueId={data.queueId}
        references={references}
        onChange={(queueId) => set({ queueId })}
      />
    </>
  );
}

export function TagForm({ data, set, errors, references }: FormProps<'tag'>) {
  const t = useTexts(panelTexts);
  const options = optionsOf(references?.tags);
  return (
    <>
      <MultiSelectField
        label={t('tagsAdd')}
        options={options}
        value={data.add}
        error={errors.get('add')}
        onChange={(add) => set({ add })}
      />
      <MultiSelectField
        label={t('tagsRemove')}
        options={options}
        value={data.remove}
        onChange={(remove) => set({ remove })}
      />
    </>
  );
}

export function LaneForm({ data, set, errors, references }: FormProps<'lane'>) {
  const t = useTexts(panelTexts);
  return (
    <SelectField
      label={t('lane')}
      required
      options={optionsOf(references?.lanes)}
      value={data.laneId}
      error={errors.get('laneId')}
      onChange={(laneId) => set({ laneId })}
    />
  );
}

type Target = 'variable' | 'name' | 'email' | 'extra';
const targetOf = (entry: DataEntry): Target => (entry.target === 'contact' ? entry.field : entry.target);
function entryFor(target: Target, entry: DataEntry): DataEntry {
  const { value } = entry;
  const key = 'key' in entry ? entry.key : '';
  if (target === 'name' || target === 'email') return { target: 'contact', field: target, value };
  return { target, key, value };
}
const targetLabels = {
  variable: 'targetVariable',
  name: 'targetName',
  email: 'targetEmail',
  extra: 'targetExtra',
} as const satisfies Record<Target, keyof typeof panelTexts>;

export function DataForm({ data, set, errors }: FormProps<'data'>) {
  const t = useTexts(panelTexts);
  const { entries } = data;
  const change = (at: number, to: DataEntry) => set({ entries: entries.with(at, to) });
  return (
    <>
      {entries.map((entry, at) => (
        <RowFrame
          key={at}
          title={t('entry', { number: at + 1 })}
          onRemove={entries.length > 1 ? () => set({ entries: entries.toSpliced(at, 1) }) : undefined}
        >
          <SelectField
            label={t('target')}
            options={(Object.keys(targetLabels) as Target[]).map((target) => ({
              value: target,
              label: t(targetLabels[target]),
            }))}
            value={targetOf(entry)}
            onChange={(target) => change(at, entryFor(target, entry))}
          />
          {'key' in entry && (
            <TextField
              label={t('key')}
              required
              maxLength={MAX_KEY_LENGTH}
              value={entry.key}
              error={errors.get(`entries.${at}.key`)}
              onChange={({ target }) =>
                change(at, {
                  ...entry,
                  key: entry.target === 'variable' ? target.value.replaceAll(/\W/g, '') : target.value,
                })
              }
            />
          )}
          <ValueText label={t('value')} value={entry.value} onChange={(value) => change(at, { ...entry, value })} />
        </RowFrame>
      ))}
      <Button
        icon="plus"
        disabled={entries.length >= MAX_ENTRIES}
        onClick={() => set({ entries: [...entries, { target: 'variable', key: '', value: '' }] })}
      >
        {t('addEntry')}
      </Button>
    </>
  );
}

const ownerLabels = {
  company: 'hoursCompany',
  connection: 'hoursConnection',
  queue: 'hoursQueue',
} as const satisfies Record<HoursOwner, keyof typeof panelTexts>;

export function HoursFields({
  of,
  queueId,
  set,
  error,
  references,
}: Pick<FormProps<'hours'>, 'references'> & {
  of: HoursOwner;
  queueId: number | null;
  set: (change: { of?: HoursOwner; queueId?: number | null }) => void;
  error: string | undefined;
}) {
  const t = useTexts(panelTexts);
  return (
    <>
      <SelectField
        label={t('hoursOf')}
        options={hoursOwners.map((owner) => ({ value: owner, label: t(ownerLabels[owner]) }))}
        value={of}
        onChange={(owner) => set({ of: owner, ...(owner !== 'queue' && { queueId: null }) })}
      />
      {of === 'queue' && (
        <SelectField
          label={t('queue')}
          required
          options={optionsOf(references?.queues)}
          value={queueId}
          error={error}
          onChange={(id) => set({ queueId: id })}
        />
      )}
    </>
  );
}

export const HoursForm = ({ data, set, errors, references }: FormProps<'hours'>) => (
  <HoursFields {...data} set={set} error={errors.get('queueId')} references={references} />
);

export function FlowForm({ data, set, errors, references }: FormProps<'flow'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <SelectField
        label={t('flow')}
        required
        options={optionsOf(references?.flows)}
        value={data.flowId}
        error={errors.get('flowId')}
        onChange={(flowId) => set({ flowId })}
      />
      <SelectField
        label={t('flowMode')}
        options={[
          { value: 'jump', label: t('flowJump') },
          { value: 'call', label: t('flowCall') },
        ]}
        value={data.mode}
        onChange={(mode) => set({ mode })}
      />
    </>
  );
}

export function NoteForm({ data, set, errors }: FormProps<'note'>) {
  const t = useTexts(panelTexts);
  return (
    <MessageText
      label={t('noteText')}
      required
      autoFocus
      value={data.text}
      error={errors.get('text')}
      onChange={(text) => set({ text })}
    />
  );
}

export function CloseForm({ data, set }: FormProps<'close'>) {
  const t = useTexts(panelTexts);
  return (
    <SelectField
      label={t('closeMode')}
      options={[
        { value: 'farewell', label: t('closeFarewell') },
        { value: 'rating', label: t('closeRating') },
        { value: 'silent', label: t('closeSilent') },
      ]}
      value={data.mode}
      onChange={(mode) => set({ mode })}
    />
  );
}
