import { withStorage } from './storage.js'

;(() => {
  const { PublicKeyCredential: api, navigator } = globalThis
  const ceremonies = {
    get: api?.parseRequestOptionsFromJSON,
    create: api?.parseCreationOptionsFromJSON,
  }
  // Browsers before 2025 do not have these functions. There, members sign in with their keys.
  if (!api?.prototype.toJSON || !ceremonies.get || !ceremonies.create) return
  const WORDS = {
    NotAllowedError:
      'Nothing was done: it was canceled, it took too long, or this device has no passkey for the desk. Try again.',
    InvalidStateError: 'This device already has a passkey of yours for the desk.',
    NotSupportedError: 'This device cannot keep a passkey that the desk can use.',
    SecurityError: 'The browser allows no passkeys at this address.',
  }
  const OTHER = 'This did not work. Reload the page and try again.'

  for (const part of document.querySelectorAll('[data-passkey]')) {
    part.hidden = false
    if (part.localName === 'form') prepare(part)
  }

  // The key comes first, with the main button, until this browser has used a passkey.
  const USED = 'desk-passkey'
  const passkeyForm = document.querySelector('form[data-passkey=get]')
  const keyForm = document.querySelector('#key')?.form
  if (passkeyForm && keyForm && withStorage('localStorage', (browser) => browser.getItem(USED))) {
    keyForm.before(passkeyForm)
    keyForm.querySelector('button').classList.add('quiet')
    passkeyForm.querySelector('button').classList.remove('quiet')
    passkeyForm.querySelector('.hint').hidden = true
    document.querySelector('#key').removeAttribute('autofocus')
    // An error keeps the focus.
    if (!document.querySelector('[role=alert][autofocus]')) passkeyForm.querySelector('button').focus()
  }

  function prepare(form) {
    const { passkey: ceremony, options } = form.dataset
    const button = form.querySelector('button')
    const said = form.querySelector('[data-said]')
    const setBusy = (isBusy) =>
      isBusy ? button.setAttribute('aria-disabled', 'true') : button.removeAttribute('aria-disabled')
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (button.hasAttribute('aria-disabled')) return
      setBusy(true)
      said.textContent = ''
      try {
        form.elements.passkey.value = JSON.stringify(await ask(ceremony, options))
        withStorage('localStorage', (browser) => browser.setItem(USED, 'yes'))
        // Sends the form without a second submit event.
        form.submit()
      } catch (error) {
        said.textContent = error.detail ?? WORDS[error.name] ?? OTHER
        setBusy(false)
      }
    })
    // After going back, the browser may restore the page with the disabled button.
    addEventListener('pageshow', () => setBusy(false))
  }

  async function ask(ceremony, address) {
    const response = await globalThis.fetch(address, { redirect: 'error' })
    const answer = await response.json()
    if (!response.ok) throw answer
    const publicKey = ceremonies[ceremony].call(api, answer)
    return (await navigator.credentials[ceremony]({ publicKey })).toJSON()
  }
})()
