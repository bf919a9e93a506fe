/** Expanded option: name, action, target and message. */
import { fieldRules } from '@balcao/contract/errors/fields';
import type { OptionKind } from '@balcao/domain/bot/option-types';
import { FlowField } from '../../entities/flows/flow-field.tsx';
import { IntegrationField } from '../../entities/integrations/integration-field.tsx';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { botVariables } from '../../entities/variables/variables.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, FieldRow, SelectField, SwitchRow, TextField } from '../../ui/index.ts';
import { useOptionEditor } from './option-editor.ts';
import { branchErrorOf, changed, MAX_NAME_LENGTH, startsFlow, waitsHere, type Branch } from './option-tree.ts';
import css from './options.module.css';
import { optionTexts } from './options.texts.ts';

interface OptionFieldsProps {
  branch: Branch;
  label: string;
  canNest: boolean;
}

export function OptionFields({ branch, label, canNest }: OptionFieldsProps) {
  const t = useTexts(optionTexts);
  const language = useLanguage();
  const { tree, change, checked, add, focusKey } = useOptionEditor();
  const edit = (part: Partial<Branch>) => change(changed(tree, branch.key, part));
  const branchError = checked ? branchErrorOf(branch) : null;

  return (
    <div className={css.fields} role="group" aria-label={label}>
      <FieldRow>
        <TextField
          label={t('name')}
          required
          hint={t('nameHint')}
          maxLength={MAX_NAME_LENGTH}
          // A new option gets the focus in its name.
          autoFocus={focusKey === branch.key}
          value={branch.name}
          onChange={(event) => edit({ name: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (branch.name.trim() !== '') add({ after: branch.key });
          }}
          error={branchError === 'required' ? t('noName') : branchError === 'tooShort' && fieldRules.tooShort[language]}
        />
        <KindField branch={branch} edit={edit} />
      </FieldRow>
      <TargetFields branch={branch} edit={edit} error={branchError === 'target' ? t('noTarget') : undefined} />
      <MessageField
        label={t('greeting')}
        hint={t('greetingHint')}
        rows={2}
        maxLength={4096}
        value={branch.greetingMessage}
        onChange={(event) => edit({ greetingMessage: event.target.value })}
        message={branch.greetingMessage}
        onInsert={(greetingMessage) => edit({ greetingMessage })}
        variables={botVariables}
      />
      <SwitchRow
        label={t('closes')}
        text={t('closesText')}
        checked={branch.closeTicket}
        onChange={(closeTicket) => edit({ closeTicket })}
      />
      {canNest && (
        <div>
          <Button
            size="sm"
            kind="ghost"
            icon="plus"
            aria-label={t('addInsideNamed', { name: label })}
            onClick={() => add({ inside: branch.key })}
          >
            {t('addInside')}
          </Button>
        </div>
      )}
    </div>
  );
}

type Edit = (part: Partial<Branch>) => void;

/** «Espera por um atendente desta fila» is an agent option without a target, a flow an integration option with one. */
type Choice = OptionKind | 'waits' | 'flow';
const kindOf = (choice: Choice): OptionKind =>
  choice === 'waits' ? 'attendent' : choice === 'flow' ? 'integration' : choice;
const choiceOf = (branch: Branch): Choice =>
  waitsHere(branch) ? 'waits' : startsFlow(branch) ? 'flow' : branch.queueType;

function KindField({ branch, edit }: { branch: Branch; edit: Edit }) {
  const t = useTexts(optionTexts);
  const { fileLists, flows, integrations, queues, queueId } = useOptionEditor();
  const chosen = choiceOf(branch);
  const kinds: { value: Choice; label: string }[] = [
    { value: 'text', label: t('kindText') },
    { value: 'waits', label: t('kindWaits') },
    { value: 'queue', label: t('kindQueue') },
    ...(queues.length > 0 ? [{ value: 'attendent' as const, label: t('kindAttendent') }] : []),
    ...(fileLists || branch.queueType === 'file' ? [{ value: 'file' as const, label: t('kindFile') }] : []),
    ...(flows || chosen === 'flow' ? [{ value: 'flow' as const, label: t('kindFlow') }] : []),
    ...(integrations.length > 0 || chosen === 'integration'
      ? [{ value: 'integration' as const, label: t('kindIntegration') }]
      : []),
  ];
  const choose = (choice: Choice) => {
    const optQueueId = choice === 'attendent' ? (queueId ?? queues[0]!.value) : null;
    // What no longer follows here must not count as used. Without a target an integration would be a flow.
    const optIntegrationId = choice === 'integration' ? (branch.optIntegrationId ?? integrations[0]!.value) : null;
    const links = { optIntegrationId, ...(choice !== 'flow' && { optFlowId: null }) };
    edit({ queueType: kindOf(choice), optQueueId, optUserId: null, ...links });
  };
  return <SelectField label={t('kind')} options={kinds} value={chosen} onChange={choose} />;
}

function TargetFields({ branch, edit, error }: { branch: Branch; edit: Edit; error: string | undefined }) {
  const t = useTexts(optionTexts);
  const { queues, colleagues, fileLists } = useOptionEditor();
  const missing = (chosen: number | null) => (chosen === null ? error : undefined);
  const queue = (
    <SelectField
      label={t('queue')}
      required
      options={queues}
      value={branch.optQueueId}
      // Agents depend on the queue, so a new queue clears the agent.
      onChange={(optQueueId) => edit({ optQueueId, optUserId: null })}
      error={missing(branch.optQueueId) ?? null}
    />
  );
  if (waitsHere(branch)) return null;
  if (branch.queueType === 'queue') return queue;
  if (branch.queueType === 'attendent') {
    const agents = colleagues.filter(
      ({ queueIds }) => branch.optQueueId !== null && queueIds.includes(branch.optQueueId),
    );
    return (
      <FieldRow>
        {queue}
        <SelectField
          label={t('attendant')}
          required
          hint={branch.optQueueId !== null && agents.length === 0 ? t('nobody') : t('attendantHint')}
          options={agents.map(({ id, name }) => ({ value: id, label: name }))}
          value={branch.optUserId}
          onChange={(optUserId) => edit({ optUserId })}
          disabled={agents.length === 0}
          error={missing(branch.optUserId) ?? null}
        />
      </FieldRow>
    );
  }
  if (branch.queueType === 'file')
    return (
      <SelectField
        label={t('file')}
        required
        hint={fileLists?.length === 0 ? t('noFile') : undefined}
        options={fileLists ?? []}
        value={branch.optFileId}
        onChange={(optFileId) => edit({ optFileId })}
        error={missing(branch.optFileId) ?? null}
      />
    );
  if (startsFlow(branch))
    return (
      <FlowField
        label={t('flow')}
        hint={t('flowHint')}
        value={branch.optFlowId}
        onChange={(optFlowId) => edit({ optFlowId })}
        error={missing(branch.optFlowId)}
      />
    );
  if (branch.queueType === 'integration')
    return (
      <IntegrationField
        required
        hint={t('integrationHint')}
        value={branch.optIntegrationId}
        onChange={(optIntegrationId) => edit({ optIntegrationId })}
      />
    );
  return null;
}
