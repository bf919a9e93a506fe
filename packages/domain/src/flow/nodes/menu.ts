import { drawMenu, parseChoice } from '../../bot/menu.ts';
import { fold } from '../../text/fold.ts';
import type { NodeData, Port } from '../document.ts';
import type { Content, TraceReason } from '../run.ts';
import { flowTexts } from '../texts.ts';
import { exitTitle, mentionsExit } from './exit.ts';
import {
  failed,
  leave,
  timeout,
  type Message,
  type NodeBehavior,
  type NodeDescription,
  type Outcome,
  type Scene,
} from './node-kind.ts';
import { answerWait } from './pause.ts';

/** The port of option n of a menu. */
export const optionPort = (number: number): string => `a${number}`;

/** Lets the customer choose one of numbered options; each is an exit. */
export const menu: NodeDescription<'menu'> = {
  defaults: () => ({
    message: '',
    options: [{ number: 1, value: '' }],
    form: null,
    tries: 3,
    timeoutMinutes: null,
    showsExit: true,
  }),
  ports: ({ options }) => [
    ...options.map(({ number, value }): Port => ({ id: optionPort(number), kind: 'choice', label: value })),
    failed,
    timeout,
  ],
  inspect({ message, options }, inspector) {
    inspector.required('message', message);
    inspector.required('options', options);
    options.forEach(({ value }, index) => inspector.required(`options.${index}.value`, value));
  },
  texts: ({ message, options }) => [message, ...options.map(({ value }) => value)],
  pauses: 'answer',
};
export const menuBehavior: NodeBehavior<'menu'> = {
  enter: (data, scene) => ask(data, scene, scene.fillIn(data.message)),
  receive(data, scene, input) {
    const index = chosenIndex(data, scene, input);
    const option = index === undefined ? undefined : data.options[index];
    if (option) return leave(optionPort(option.number), 'choice');
    if (scene.countTry() >= data.tries) return leave(failed.id, 'triesUsedUp');
    return ask(data, scene, flowTexts.notAnOption, 'notAnOption');
  },
  wake: () => leave(timeout.id, 'timeout'),
};

function ask(data: NodeData['menu'], scene: Scene, text: string, reason?: TraceReason): Outcome {
  const { settings, channel } = scene.facts;
  const exitWords = data.showsExit ? settings.exitWords : [];
  const reply = drawMenu(
    { text, names: titlesOf(data, scene), canGoBack: false, leaveTitle: exitTitle(scene.settings) },
    { settings: { form: data.form ?? settings.form, exitWords }, draws: channel.draws },
  );
  if (reply.kind === 'text') scene.send({ type: 'text', text: reply.text });
  else if (reply.kind !== 'file' && reply.kind !== 'file-list') scene.send(contentOf(reply));
  const hasExit = exitWords.length > 0 || mentionsExit(data.message, settings.exitWords);
  const wait = answerWait(scene, data.timeoutMinutes, hasExit);
  return { type: 'wait', wait, ...(reason && { reason }) };
}
const contentOf = ({
  kind,
  text,
  choices,
}: {
  kind: 'list' | 'buttons';
  text: string;
  choices: readonly { id: string; title: string }[];
}): Content => ({ type: kind, text, choices });

const titlesOf = ({ options }: NodeData['menu'], scene: Scene): string[] =>
  options.map(({ value }) => scene.fillIn(value));

/** The number, its keycap, the id of a list entry or the title. */
function chosenIndex(data: NodeData['menu'], scene: Scene, { text, choiceId }: Message): number | undefined {
  const byNumber = parseChoice(choiceId ?? text, data.options.length) ?? parseChoice(text, data.options.length);
  if (byNumber !== undefined) return byNumber;
  const typed = fold(text.trim());
  if (typed === '') return undefined;
  const byTitle = titlesOf(data, scene).findIndex((title) => fold(title.trim()) === typed);
  return byTitle === -1 ? undefined : byTitle;
}
