/** Forms of the nodes that ask or decide. */
import {
  answerKinds,
  operators,
  subjects,
  type AnswerKind,
  type NodeData,
  type Operator,
  type Rule,
} from '@balcao/domain/flow/document';
import { MAX_KEY_LENGTH, MAX_MENU_OPTIONS, MAX_OPTION_LENGTH, MAX_RULES, MAX_TRIES } from '@balcao/domain/flow/bounds';
import { menuForms, type MenuForm } from '@balcao/domain/bot/option-types';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, FieldRow, IconButton, NumberField, SelectField, SwitchRow, TextField } from '../../../ui/index.ts';
import type { FormProps } from './form.ts';
import { RowFrame } from './row-frame.tsx';
import css from './panels.module.css';
import { panelTexts } from './panel.texts.ts';
import { operatorTexts, subjectTexts } from './rule.texts.ts';
import { MessageText, NodeMessage, ValueText } from './text-field.tsx';

const formLabels = { text: 'formText', list: 'formList', button: 'formButton' } as const satisfies Record<
  MenuForm,
  keyof typeof panelTexts
>;

export function MenuForm({ data, set, errors }: FormProps<'menu'>) {
  const t = useTexts(panelTexts);
  const { options } = data;
  return (
    <>
      <NodeMessage value={data.message} error={errors.get('message')} onChange={(message) => set({ message })} />
      <div className={css.rows} role="group" aria-label={t('options')}>
        {options.map(({ number, value }, at) => (
          <div key={number} className={css.option}>
            <TextField
              label={t('option', { number })}
              required
              maxLength={MAX_OPTION_LENGTH}
              value={value}
              error={errors.get(`options.${at}.value`)}
              onChange={(event) =>
                set({
                  options: options.map((option, index) =>
                    index === at ? { number, value: event.target.value } : option,
                  ),
                })
              }
            />
            {/* Only the last one: the numbers of the others, and so their exits, stay. */}
            {at === options.length - 1 && options.length > 1 && (
              <IconButton
                icon="trash"
                label={t('removeOption')}
                onClick={() => set({ options: options.slice(0, -1) })}
              />
            )}
          </div>
        ))}
        <Button
          icon="plus"
          disabled={options.length >= MAX_MENU_OPTIONS}
          onClick={() => set({ options: [...options, { number: options.length + 1, value: '' }] })}
        >
          {t('addOption')}
        </Button>
      </div>
      <SelectField<MenuForm | 'default'>
        label={t('form')}
        options={[
          { value: 'default', label: t('formDefault') },
          ...menuForms.map((form) => ({ value: form, label: t(formLabels[form]) })),
        ]}
        value={data.form ?? 'default'}
        onChange={(form) => set({ form: form === 'default' ? null : form })}
      />
      <AskFields data={data} set={set} />
    </>
  );
}

const kindLabels = {
  text: 'kindText',
  number: 'kindNumber',
  email: 'kindEmail',
  phone: 'kindPhone',
  document: 'kindDocument',
  date: 'kindDate',
  file: 'kindFile',
} as const satisfies Record<AnswerKind, keyof typeof panelTexts>;

export function QuestionForm({ data, set, errors }: FormProps<'question'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <NodeMessage value={data.message} error={errors.get('message')} onChange={(message) => set({ message })} />
      <TextField
        label={t('answerKey')}
        required
        hint={t('answerKeyHint')}
        maxLength={MAX_KEY_LENGTH}
        value={data.answerKey}
        error={errors.get('answerKey')}
        onChange={(event) => set({ answerKey: event.target.value.replaceAll(/\W/g, '') })}
      />
      <SelectField
        label={t('kind')}
        options={answerKinds.map((kind) => ({ value: kind, label: t(kindLabels[kind]) }))}
        value={data.kind}
        onChange={(kind) => set({ kind })}
      />
      {data.kind !== 'text' && (
        <MessageText
          label={t('retryMessage')}
          hint={t('retryHint')}
          rows={2}
          value={data.retryMessage}
          onChange={(retryMessage) => set({ retryMessage })}
        />
      )}
      <AskFields data={data} set={set} />
    </>
  );
}

type Asking = Pick<NodeData['menu'], 'tries' | 'timeoutMinutes' | 'showsExit'>;

/** What menus and questions have in common. */
function AskFields({ data, set }: { data: Asking; set: (change: Partial<Asking>) => void }) {
  const t = useTexts(panelTexts);
  return (
    <>
      <FieldRow>
        <NumberField
          label={t('tries')}
          min={1}
          max={MAX_TRIES}
          value={data.tries}
          onChange={(event) => set({ tries: within(event.target.valueAsNumber, 1, MAX_TRIES) })}
        />
        <NumberField
          label={t('timeout')}
          hint={t('timeoutHint')}
          min={1}
          value={data.timeoutMinutes ?? ''}
          onChange={({ target }) =>
            set({ timeoutMinutes: target.value === '' ? null : within(target.valueAsNumber, 1, MAX_TIMEOUT) })
          }
        />
      </FieldRow>
      <SwitchRow
        label={t('showsExit')}
        text={t('showsExitText')}
        checked={data.showsExit}
        onChange={(showsExit) => set({ showsExit })}
      />
    </>
  );
}
const MAX_TIMEOUT = 30 * 24 * 60;
export const within = (typed: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, Number.isFinite(typed) ? Math.round(typed) : min));

const NO_VALUE: readonly Operator[] = ['empty', 'notEmpty'];

export function ConditionForm({ data, set, errors, flowVariables }: FormProps<'condition'>) {
  const t = useTexts(panelTexts);
  const subjectName = useTexts(subjectTexts);
  const operatorName = useTexts(operatorTexts);
  const { rules } = data;
  const change = (at: number, to: Partial<Rule>) =>
    set({ rules: rules.map((rule, index) => (index === at ? { ...rule, ...to } : rule)) });
  // A subject of an imported flow that nothing sets stays visible.
  const others = rules
    .map(({ subject }) => subject)
    .filter((subject) => subject !== '' && !subjects.some((known) => known === subject));
  const variables = [...new Set([...flowVariables, ...others])];
  return (
    <>
      <SelectField
        label={t('match')}
        options={[
          { value: 'all', label: t('matchAll') },
          { value: 'any', label: t('matchAny') },
        ]}
        value={data.match}
        onChange={(match) => set({ match })}
      />
      {rules.map((rule, at) => (
        <RowFrame
          key={at}
          title={t('rule', { number: at + 1 })}
          onRemove={rules.length > 1 ? () => set({ rules: rules.toSpliced(at, 1) }) : undefined}
        >
          <SelectField
            label={t('subject')}
            required
            options={[
              ...variables.map((name) => ({ value: name, label: `{{${name}}}` })),
              ...subjects.map((subject) => ({ value: subject as string, label: subjectName(subject) })),
            ]}
            value={rule.subject}
            error={errors.get(`rules.${at}.subject`)}
            onChange={(subject) => change(at, { subject })}
          />
          <SelectField
            label={t('operator')}
            options={operators.map((operator) => ({ value: operator, label: operatorName(operator) }))}
            value={rule.operator}
            onChange={(operator) => change(at, { operator })}
          />
          {!NO_VALUE.includes(rule.operator) && (
            <ValueText
              label={t('value')}
              value={rule.value}
              error={errors.get(`rules.${at}.value`)}
              onChange={(value) => change(at, { value })}
            />
          )}
        </RowFrame>
      ))}
      <Button
        icon="plus"
        disabled={rules.length >= MAX_RULES}
        onClick={() => set({ rules: [...rules, { subject: '', operator: 'equal', value: '' }] })}
      >
        {t('addRule')}
      </Button>
    </>
  );
}

export function RandomizerForm({ data, set }: FormProps<'randomizer'>) {
  const t = useTexts(panelTexts);
  return (
    <div className={css.rows}>
      <input
        type="range"
        min={0}
        max={100}
        step={10}
        value={data.percent}
        aria-label={t('percentLabel')}
        onChange={(event) => set({ percent: event.target.valueAsNumber })}
      />
      <p>{t('percent', { a: data.percent, b: 100 - data.percent })}</p>
    </div>
  );
}
