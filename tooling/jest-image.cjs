// In tests an imported image is the name that a page would load it by.
module.exports = 'image';
