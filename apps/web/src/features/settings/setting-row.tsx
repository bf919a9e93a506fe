/** One row: words at the left, the control at the right, its state between them, and what depends on it below. */
import {
  companySettings,
  isMissing,
  type CompanySetting,
  type SettingKind,
} from '@balcao/domain/settings/company-settings';
import { variableNames } from '@balcao/domain/message/variables';
import { useId, useState, type ReactNode } from 'react';
import type { CompanySettings } from '../../entities/settings/company-settings.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { NumberField, SelectField, Switch, TextArea, TextField } from '../../ui/index.ts';
import { SaveMark } from './save-mark.tsx';
import { hasVariables, isOneLine, type Row } from './settings-catalogue.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { useSetting } from './use-setting.ts';
import { useWritten } from './use-written.ts';
import { useSettingWords } from './words-of.ts';

interface Given {
  name: CompanySetting;
  values: CompanySettings;
}

export function SettingRow({ name, under, values }: Row & { values: CompanySettings }) {
  const unfolds = under !== undefined && values[name] === under.when;
  const below = unfolds && (
    <div className={css.sub}>
      {under.names.map((one) =>
        companySettings[one].kind === 'text' ? (
          <Text key={one} name={one} values={values} />
        ) : (
          <Control key={one} name={one} values={values} inner />
        ),
      )}
    </div>
  );
  return <Control name={name} values={values} below={below} />;
}

function Control({ name, values, below, inner = false }: Given & { below?: ReactNode; inner?: boolean }) {
  const kind: SettingKind = companySettings[name].kind;
  const row = { name, values, below, inner };
  if (kind === 'switch' || kind === 'boolean') return <OnOff {...row} />;
  if (kind === 'text')
    return (
      <div className={css.row}>
        <div className={css.wide}>
          <Text name={name} values={values} />
        </div>
      </div>
    );
  return 'choice' in kind ? <Choice {...row} choices={kind.choice} /> : <Count {...row} bounds={kind.number} />;
}

/** The frame that every kind of control stands in. */
function Frame({
  name,
  mark,
  control,
  below,
  labelId,
}: {
  name: CompanySetting;
  mark: ReactNode;
  control: ReactNode;
  below?: ReactNode;
  labelId?: string;
}) {
  const word = useSettingWords();
  const help = word(`${name}Help`);
  return (
    <div className={css.row}>
      <div className={css.words}>
        <span className={css.label} id={labelId}>
          {word(name) ?? name}
        </span>
        {help && (
          <p className={css.help} id={labelId && `${labelId}-help`}>
            {help}
          </p>
        )}
      </div>
      <div className={css.control}>
        {mark}
        {control}
      </div>
      {below}
    </div>
  );
}

type ControlProps = Given & { below?: ReactNode; inner: boolean };

function OnOff({ name, values, below }: ControlProps) {
  const id = useId();
  const word = useSettingWords();
  const isBoolean = companySettings[name].kind === 'boolean';
  const setting = useSetting(name, values[name] ?? companySettings[name].default, values);
  const isOn = setting.value === true || setting.value === 'enabled';
  const turn = (on: boolean) => setting.save(isBoolean ? on : on ? 'enabled' : 'disabled');
  return (
    <Frame
      name={name}
      labelId={id}
      mark={<SaveMark name={word(name) ?? name} of={setting} />}
      control={
        <Switch
          checked={isOn}
          onChange={turn}
          labelledBy={id}
          describedBy={word(`${name}Help`) ? `${id}-help` : undefined}
        />
      }
      below={below}
    />
  );
}

function Choice({ name, values, below, choices }: ControlProps & { choices: readonly string[] }) {
  const word = useSettingWords();
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  return (
    <Frame
      name={name}
      mark={<SaveMark name={word(name) ?? name} of={setting} />}
      control={
        <div className={css.select}>
          <SelectField
            label={word(name) ?? name}
            options={choices.map((choice) => ({ value: choice, label: word(`${name}:${choice}`) ?? choice }))}
            value={setting.value}
            onChange={setting.save}
          />
        </div>
      }
      below={below}
    />
  );
}

function Count({ name, values, below, bounds }: ControlProps & { bounds: { least: number; most: number } }) {
  const t = useTexts(settingsTexts);
  const word = useSettingWords();
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  const isBad = (text: string) => !/^\d{1,9}$/.test(text) || Number(text) < bounds.least || Number(text) > bounds.most;
  const { shown, write, flush } = useWritten(setting, isBad);
  return (
    <Frame
      name={name}
      mark={<SaveMark name={word(name) ?? name} of={setting} />}
      control={
        <div className={css.number}>
          <NumberField
            label={word(name) ?? name}
            min={bounds.least}
            max={bounds.most}
            value={shown}
            error={isBad(shown) && t('badNumber', bounds)}
            onChange={(event) => write(event.target.value)}
            onBlur={flush}
          />
        </div>
      }
      below={below}
    />
  );
}

function Text({ name, values }: Given) {
  const t = useTexts(settingsTexts);
  const word = useSettingWords();
  const [isTouched, setTouched] = useState(false);
  const { requiredWhile } = companySettings[name] as { requiredWhile?: { is: string } };
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  const { shown, write, flush } = useWritten(setting, (text) => isMissing(name, text, values));
  const isOn = requiredWhile?.is === 'enabled';
  // While somebody rewrites it, an empty field is not yet a fault.
  const missing = !isTouched && isMissing(name, shown, values) && t(isOn ? 'missingOn' : 'missingOff');
  const hints = [
    word(`${name}Help`),
    requiredWhile && t(isOn ? 'requiredWhileOn' : 'requiredWhileOff'),
    hasVariables(name) && t('variables', { names: variablesOf(name) }),
  ].filter(Boolean);
  const field = {
    label: requiredWhile ? t('message') : (word(name) ?? name),
    required: requiredWhile !== undefined,
    value: shown,
    placeholder: word(`${name}Example`),
    hint: hints.join(' '),
    error: missing,
    maxLength: 4096,
    onChange: (event: { target: { value: string } }) => {
      setTouched(true);
      write(event.target.value);
    },
    onBlur: () => {
      setTouched(false);
      flush();
    },
  };
  return (
    <div className={css.text}>
      {isOneLine(name) ? <TextField {...field} inputMode="url" /> : <TextArea {...field} rows={2} />}
      <SaveMark name={word(name) ?? name} of={setting} />
    </div>
  );
}

const USUAL_VARIABLES = ['firstName', 'ms', 'queue', 'protocol'];
const variablesOf = (name: CompanySetting): string =>
  [...(name === 'sendQueuePositionMessage' ? ['position'] : []), ...USUAL_VARIABLES]
    .filter((one) => one === 'position' || variableNames.includes(one))
    .map((one) => `{{${one}}}`)
    .join(' ');
