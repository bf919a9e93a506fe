/** A setting: texts on the left, control on the right, save status between them, dependent settings below. */
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
import { SaveStatus } from './save-status.tsx';
import { hasVariables, isOneLine, type Row } from './settings-catalogue.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { useSetting } from './use-setting.ts';
import { useDebouncedSave } from './use-debounced-save.ts';
import { useSettingText } from './setting-text.ts';

interface SettingProps {
  name: CompanySetting;
  values: CompanySettings;
}

export function SettingRow({ name, under, values }: Row & { values: CompanySettings }) {
  const isExpanded = under !== undefined && values[name] === under.when;
  const below = isExpanded && (
    <div className={css.sub}>
      {under.names.map((childName) =>
        companySettings[childName].kind === 'text' ? (
          <Text key={childName} name={childName} values={values} />
        ) : (
          <Control key={childName} name={childName} values={values} inner />
        ),
      )}
    </div>
  );
  return <Control name={name} values={values} below={below} />;
}

function Control({ name, values, below, inner = false }: SettingProps & { below?: ReactNode; inner?: boolean }) {
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

/** Layout shared by all kinds of controls. */
function Frame({
  name,
  saveStatus,
  control,
  below,
  labelId,
}: {
  name: CompanySetting;
  saveStatus: ReactNode;
  control: ReactNode;
  below?: ReactNode;
  labelId?: string;
}) {
  const settingText = useSettingText();
  const help = settingText(`${name}Help`);
  return (
    <div className={css.row}>
      <div className={css.words}>
        <span className={css.label} id={labelId}>
          {settingText(name) ?? name}
        </span>
        {help && (
          <p className={css.help} id={labelId && `${labelId}-help`}>
            {help}
          </p>
        )}
      </div>
      <div className={css.control}>
        {saveStatus}
        {control}
      </div>
      {below}
    </div>
  );
}

type ControlProps = SettingProps & { below?: ReactNode; inner: boolean };

function OnOff({ name, values, below }: ControlProps) {
  const id = useId();
  const settingText = useSettingText();
  const isBoolean = companySettings[name].kind === 'boolean';
  const setting = useSetting(name, values[name] ?? companySettings[name].default, values);
  const isOn = setting.value === true || setting.value === 'enabled';
  const toggle = (on: boolean) => setting.save(isBoolean ? on : on ? 'enabled' : 'disabled');
  return (
    <Frame
      name={name}
      labelId={id}
      saveStatus={<SaveStatus name={settingText(name) ?? name} of={setting} />}
      control={
        <Switch
          checked={isOn}
          onChange={toggle}
          labelledBy={id}
          describedBy={settingText(`${name}Help`) ? `${id}-help` : undefined}
        />
      }
      below={below}
    />
  );
}

function Choice({ name, values, below, choices }: ControlProps & { choices: readonly string[] }) {
  const settingText = useSettingText();
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  return (
    <Frame
      name={name}
      saveStatus={<SaveStatus name={settingText(name) ?? name} of={setting} />}
      control={
        <div className={css.select}>
          <SelectField
            label={settingText(name) ?? name}
            options={choices.map((choice) => ({ value: choice, label: settingText(`${name}:${choice}`) ?? choice }))}
            value={setting.value}
            onChange={setting.save}
          />
        </div>
      }
      below={below}
    />
  );
}

function Count({ name, values, below, bounds }: ControlProps & { bounds: { min: number; max: number } }) {
  const t = useTexts(settingsTexts);
  const settingText = useSettingText();
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  const isBad = (text: string) => !/^\d{1,9}$/.test(text) || Number(text) < bounds.min || Number(text) > bounds.max;
  const { currentText, write, flush } = useDebouncedSave(setting, isBad);
  return (
    <Frame
      name={name}
      saveStatus={<SaveStatus name={settingText(name) ?? name} of={setting} />}
      control={
        <div className={css.number}>
          <NumberField
            label={settingText(name) ?? name}
            min={bounds.min}
            max={bounds.max}
            value={currentText}
            error={isBad(currentText) && t('badNumber', bounds)}
            onChange={(event) => write(event.target.value)}
            onBlur={flush}
          />
        </div>
      }
      below={below}
    />
  );
}

function Text({ name, values }: SettingProps) {
  const t = useTexts(settingsTexts);
  const settingText = useSettingText();
  const [isTouched, setTouched] = useState(false);
  const { requiredWhile } = companySettings[name] as { requiredWhile?: { equals: string } };
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  const { currentText, write, flush } = useDebouncedSave(setting, (text) => isMissing(name, text, values));
  const isOn = requiredWhile?.equals === 'enabled';
  // An empty field shows no error while the user is editing it.
  const missing = !isTouched && isMissing(name, currentText, values) && t(isOn ? 'missingOn' : 'missingOff');
  const hints = [
    settingText(`${name}Help`),
    requiredWhile && t(isOn ? 'requiredWhileOn' : 'requiredWhileOff'),
    hasVariables(name) && t('variables', { names: variablesOf(name) }),
  ].filter(Boolean);
  const field = {
    label: requiredWhile ? t('message') : (settingText(name) ?? name),
    required: requiredWhile !== undefined,
    value: currentText,
    placeholder: settingText(`${name}Example`),
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
      <SaveStatus name={settingText(name) ?? name} of={setting} />
    </div>
  );
}

const DEFAULT_VARIABLES = ['firstName', 'ms', 'queue', 'protocol'];
const variablesOf = (name: CompanySetting): string =>
  [...(name === 'sendQueuePositionMessage' ? ['position'] : []), ...DEFAULT_VARIABLES]
    .filter((variable) => variable === 'position' || variableNames.includes(variable))
    .map((variable) => `{{${variable}}}`)
    .join(' ');
