/** The texts of the claim page, one table per language. Values go through `html`, which escapes them. */
import { html } from 'hono/html'
import type { Html } from './html.ts'
import type { Language } from '../language.ts'

const EN = {
  steps: ['Check', 'Confirm', 'Done'] satisfies [string, string, string],
  /** Of the steps whose own words are no title. */
  titles: {
    check: 'Check the request',
    decide: 'Confirm or deny',
    end: 'End your permission',
    over: 'Nothing to confirm here',
    invalid: 'This link does not work',
    error: 'This did not work',
  },
  /** For the page opened without a request. */
  start: {
    what: (firm: string) =>
      `You can let an AI agent deal with ${firm} for you. Before we treat its messages as sent with your permission, we ask you here.`,
    how: 'Your agent gives you a code of eight letters. Enter it here:',
    next: 'Then we send a link to your e-mail address, and you confirm or deny. Nothing happens without you.',
  },
  code: {
    opening: (firm: string) =>
      `An AI agent asks to deal with ${firm} for you. To go on, enter the code that it showed you.`,
    label: 'Code',
    hint: 'Eight letters, like BCDF-GHJK.',
    go: 'Continue',
    noAgent: 'If you do not use an AI agent, close this page. Nothing happens without you.',
    /** Before the button for people whose agent shows the link only. */
    noCode:
      'Did your agent ask for this without showing you a code? Then we can send the link to your e-mail address at once. After you confirm, you give the agent a code that we show you.',
    sendWithoutCode: 'My agent did not show me a code',
    wrong: (left: number) =>
      `This is not the code of this request. ${left === 1 ? 'One try is' : `${left} tries are`} left.`,
    unknown:
      'No open request has this code. Check the letters. Codes expire after 72 hours, after five wrong entries, and when the agent asks again.',
  },
  asked: {
    heading: 'What it asks for',
    by: (startedAt: string, email: string) =>
      html`An AI agent asked on ${startedAt} (Florida time) to act for the person with the e-mail address <strong>${email}</strong>.`,
    name: (name: string) => `It calls itself ${name}. We have not checked that.`,
    unknown: 'We do not know which agent it is.',
    may: (firm: string) => `It may send messages to ${firm}, which we treat as sent with your permission.`,
    mayNot: 'It may not read anything that you or others wrote to us, and it cannot make you our client.',
    // The time comes first: it ends with a period, which would double the one of the sentence.
    ends: (expiresAt: string) => `On ${expiresAt} the request expires.`,
  },
  check: {
    code: 'The code you entered:',
    mailed: (email: string) =>
      html`We send a link to the e-mail address that the agent named, <strong>${email}</strong>. Open it to confirm that the address is yours.`,
    send: 'Send me the link',
    deny: 'I did not ask for this',
    noMail: 'This site cannot send e-mail. Please confirm by telephone or e-mail instead:',
  },
  sent: {
    look: 'Check your e-mail.',
    where: (email: string) =>
      `We sent a link to ${email}. It may take a minute. If it does not come, check your spam folder.`,
    close: 'You may close this page.',
  },
  decide: { confirm: 'Confirm: it acts for me', deny: 'Deny: I did not ask for this' },
  confirmed: {
    word: 'Confirmed.',
    now: (firm: string) => `The agent now deals with ${firm} for you. You may close this page.`,
    readBack: 'If the agent asks you for a code, give it this one:',
    /** Before the agent has the code. */
    soon: (firm: string) => `One step is left before the agent deals with ${firm} for you.`,
    needed: 'Give the agent this code. Give it to no one else, and only if you asked an agent to write to us:',
    takeBack: (telephone: Html) => html`To withdraw your permission, tell the agent to stop, or call ${telephone}.`,
  },
  denied: {
    word: 'Denied.',
    now: 'The agent does not act for you, and cannot ask again with this registration. Nothing else was changed.',
    worried: (telephone: Html) => html`Are you worried about it? Call us: ${telephone}.`,
  },
  end: {
    what: (firm: string) =>
      `You confirmed that an AI agent may send messages to ${firm} that we treat as sent with your permission. This button ends that permission at once, for good. What the agent already sent stays with us.`,
    go: 'End it',
    word: 'Ended.',
    now: (firm: string) => `The agent can no longer send messages to ${firm} in your name. You may close this page.`,
    invalid: 'This address is not complete, or is older than 30 days.',
    call: (telephone: Html) => html`To end an agent's permission, call ${telephone}.`,
  },
  over: {
    ended:
      'This request has ended, or the address is not complete. Codes expire after 72 hours, after five wrong entries, and when the agent asks again.',
    again: 'If you still want the agent to act for you, tell it to ask again.',
  },
  otherWays: (telephone: Html, mail: Html) =>
    html`Would you rather talk to a person? Call ${telephone} or write to ${mail}, and tell us the code. We verify who you are before we confirm.`,
  /** Of a mail to the firm. @param code empty where it is not known */
  mailSubject: (code: string) => `AI agent code ${code}`.trim(),
  trouble: {
    choose: 'Choose to confirm or to deny.',
    mailedOften: 'The link has already been sent three times. Please check your e-mail and your spam folder.',
  },
}

const ES: typeof EN = {
  steps: ['Revisar', 'Confirmar', 'Listo'],
  titles: {
    check: 'Revise la solicitud',
    decide: 'Confirme o rechace',
    end: 'Terminar el permiso del agente',
    over: 'No hay nada que confirmar aquí',
    invalid: 'Este enlace no funciona',
    error: 'Esto no funcionó',
  },
  start: {
    what: (firm) =>
      `Usted puede dejar que un agente de inteligencia artificial se comunique con ${firm} en su nombre. Antes de considerar que los mensajes del agente se envían con su permiso, se lo preguntamos aquí.`,
    how: 'Su agente le da un código de ocho letras. Escríbalo aquí:',
    next: 'Después le enviamos un enlace a su correo electrónico, y usted confirma o rechaza. Sin usted no ocurre nada.',
  },
  code: {
    opening: (firm) =>
      `Un agente de inteligencia artificial pide tratar con ${firm} en su nombre. Para continuar, escriba el código que le mostró.`,
    label: 'Código',
    hint: 'Ocho letras, como BCDF-GHJK.',
    go: 'Continuar',
    noAgent: 'Si no usa un agente de inteligencia artificial, cierre esta página. Sin usted no ocurre nada.',
    noCode:
      '¿Su agente lo pidió sin mostrarle ningún código? Entonces podemos enviarle enseguida el enlace a su correo electrónico. Después de confirmar, usted le da al agente un código que le mostramos a usted.',
    sendWithoutCode: 'Mi agente no me mostró ningún código',
    wrong: (left) =>
      `Este no es el código de esta solicitud. ${left === 1 ? 'Queda un intento' : `Quedan ${left} intentos`}.`,
    unknown:
      'Ninguna solicitud abierta tiene este código. Revise las letras. Los códigos vencen a las 72 horas, tras cinco intentos equivocados y cuando el agente pide otro.',
  },
  asked: {
    heading: 'Qué se solicita',
    by: (startedAt, email) =>
      html`El ${startedAt} (hora de Florida) un agente de inteligencia artificial pidió actuar en nombre de la persona con el correo electrónico <strong>${email}</strong>.`,
    name: (name) => `Dice llamarse ${name}. No lo hemos comprobado.`,
    unknown: 'No sabemos qué agente es.',
    may: (firm) => `El agente puede enviar a ${firm} mensajes que consideramos enviados con su permiso.`,
    mayNot:
      'El agente no puede leer nada de lo que usted u otras personas nos hayan escrito, y no puede convertirle en cliente nuestro.',
    // The time comes first: it ends with a period, which would double the one of the sentence.
    ends: (expiresAt) => `El ${expiresAt} vence la solicitud.`,
  },
  check: {
    code: 'El código que escribió:',
    mailed: (email) =>
      html`Enviaremos un enlace a la dirección de correo que indicó el agente, <strong>${email}</strong>. Ábralo para confirmar que la dirección es suya.`,
    send: 'Envíenme el enlace',
    deny: 'Yo no pedí esto',
    noMail: 'Este sitio no puede enviar correo. Confirme por teléfono o por correo electrónico:',
  },
  sent: {
    look: 'Revise su correo.',
    where: (email) =>
      `Enviamos un enlace a ${email}. Puede tardar un minuto. Si no llega, revise la carpeta de correo no deseado.`,
    close: 'Puede cerrar esta página.',
  },
  decide: { confirm: 'Confirmar: actúa en mi nombre', deny: 'Rechazar: yo no pedí esto' },
  confirmed: {
    word: 'Confirmado.',
    now: (firm) => `El agente ahora trata con ${firm} en su nombre. Puede cerrar esta página.`,
    readBack: 'Si el agente le pide un código, dele este:',
    soon: (firm) => `Falta un paso para que el agente trate con ${firm} en su nombre.`,
    needed:
      'Dele este código al agente solo si usted le pidió a un agente que nos escribiera. No se lo dé a nadie más:',
    takeBack: (telephone) => html`Para retirar su permiso, dígale al agente que se detenga o llame al ${telephone}.`,
  },
  denied: {
    word: 'Rechazado.',
    now: 'El agente no actúa en su nombre y no puede volver a pedirlo con este registro. No se cambió nada más.',
    worried: (telephone) => html`¿Le preocupa? Llámenos: ${telephone}.`,
  },
  end: {
    what: (firm) =>
      `Usted confirmó que un agente de inteligencia artificial puede enviar a ${firm} mensajes que consideramos enviados con su permiso. Con este botón termina el permiso, de inmediato y para siempre. Lo que el agente ya envió lo conservamos.`,
    go: 'Terminar el permiso',
    word: 'Terminado.',
    now: (firm) => `El agente ya no puede enviar mensajes a ${firm} en su nombre. Puede cerrar esta página.`,
    invalid: 'Esta dirección no está completa, o tiene más de 30 días.',
    call: (telephone) => html`Para terminar el permiso de un agente, llame al ${telephone}.`,
  },
  over: {
    ended:
      'Esta solicitud ya terminó, o la dirección no está completa. Los códigos vencen a las 72 horas, tras cinco intentos equivocados y cuando el agente pide otro.',
    again: 'Si todavía quiere que el agente actúe en su nombre, dígale que lo pida otra vez.',
  },
  otherWays: (telephone, mail) =>
    html`¿Prefiere hablar con una persona? Llame al ${telephone} o escriba a ${mail} y díganos el código. Antes de confirmar verificamos quién es usted.`,
  mailSubject: (code) => `Código de un agente de IA ${code}`.trim(),
  trouble: {
    choose: 'Elija confirmar o rechazar.',
    mailedOften: 'El enlace ya se envió tres veces. Revise su correo, también la carpeta de correo no deseado.',
  },
}

export const CLAIM_WORDS: Readonly<Record<Language, typeof EN>> = { en: EN, es: ES }
