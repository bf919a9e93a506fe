import { expect, test } from '../cast/journey.ts';
import { arrive, uniqueMark } from '../cast/people.ts';
import { dialog, row, toast } from '../cast/shell.ts';
import { refusedWith } from '../cast/trouble.ts';

test('queues are made, told apart by colour, changed and removed [M-137]', async ({ page, otica, trouble }) => {
  trouble.expect(refusedWith(400));
  await arrive(page, await otica.hire({ profile: 'admin' }), '/queues');
  await expect(row(page, 'Suporte')).toContainText('Olá! Conte o que aconteceu e já ajudamos.');
  const name = `Oficina ${uniqueMark()}`;

  await page.getByRole('button', { name: 'Nova fila' }).click();
  const form = dialog(page, 'Nova fila');
  await form.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(form.getByRole('textbox', { name: 'Nome' })).toHaveAccessibleDescription('Obrigatório');
  await form.getByRole('textbox', { name: 'Nome' }).fill(name);
  const colour = form.getByRole('textbox', { name: 'Código hexadecimal' });
  await colour.fill('azul');
  await form.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(form.getByRole('alert')).toHaveText('Use uma cor como #1E90FF');
  // Suporte has it already.
  await colour.fill('#0ea5e9');
  await form.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(form.getByRole('alert')).toHaveText('Esta cor já está em uso em outra fila.');
  await expect(form.getByRole('group', { name: 'Cor' })).toHaveAccessibleDescription(
    'Esta cor já está em uso em outra fila.',
  );

  await colour.fill('#7a4b2a');
  await form.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Oi! Traga seus óculos.');
  await form.getByRole('switch', { name: 'Roteador automático' }).click();
  await form.getByRole('spinbutton', { name: 'Minutos até passar ao próximo' }).fill('7');
  await form.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(toast(page, 'Fila salva com sucesso!')).toBeVisible();
  await expect(row(page, name)).toContainText('Oi! Traga seus óculos.Ligado');

  await page.getByRole('button', { name: `Editar ${name}` }).click();
  const edit = dialog(page, `Editar ${name}`);
  await expect(edit.getByRole('spinbutton', { name: 'Minutos até passar ao próximo' })).toHaveValue('7');
  await edit.getByRole('switch', { name: 'Roteador automático' }).click();
  await edit.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(row(page, name)).toContainText('Desligado');

  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await dialog(page, `Excluir a fila “${name}”?`).getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Fila excluída com sucesso!')).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});
